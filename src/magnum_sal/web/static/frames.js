// The pictures of a replay: unpack the data, and put a picture together from its pieces.

// Return the data of a replay file: JSON, compressed with zlib, as base64.
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// Return the text of the picture of a position. *strip* holds all pictures of one layout.
export function pictureAt(strip, number) {
  return strip.frames[number].map((piece) => strip.pieces[piece]).join("");
}
