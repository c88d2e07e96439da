/** Case is told apart only if the query has a capital, as in most editors' smart case. */
export function createFinder(query: string): (text: string) => number {
  if (query === '') return () => 0;
  const folds = query.toLowerCase() === query;
  const wanted = folds ? query.toLowerCase() : query;
  return (text) => countIn(folds ? text.toLowerCase() : text, wanted);
}

function countIn(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    count++;
  }
  return count;
}

/** Where the query stands in a text; for marking it where it is drawn. */
export function placesOf(text: string, query: string): readonly number[] {
  if (query === '') return [];
  const folds = query.toLowerCase() === query;
  const lower = text.toLowerCase();
  // Some letters change length in lower case; places would then point past them.
  const searched = folds && lower.length === text.length ? lower : text;
  const places: number[] = [];
  for (
    let at = searched.indexOf(query);
    at !== -1;
    at = searched.indexOf(query, at + query.length)
  ) {
    places.push(at);
  }
  return places;
}
