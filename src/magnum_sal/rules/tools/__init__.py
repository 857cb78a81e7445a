"""The tools, one module each: moves of their own (rope, bucket, food) or a change to an action (the others)."""
