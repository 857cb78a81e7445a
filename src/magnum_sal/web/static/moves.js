// Facts about moves that a page needs.

// Return the places that a move names, its target last.
export function placesOf(move) {
  const named = [move.source, move.chamber, move.building, move.target].filter((place) => typeof place === "string");
  const house = move.type?.startsWith("visit_") ? [move.type.slice("visit_".length)] : [];
  return [...named.filter((place) => place !== "stock"), ...house];
}
