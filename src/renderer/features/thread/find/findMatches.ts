/** The search is case-sensitive only if the query has a capital, as in most editors' smart case. */
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

/** The positions of the query in a text, for highlighting it. */
export function placesOf(text: string, query: string): readonly number[] {
  if (query === '') return [];
  const folds = query.toLowerCase() === query;
  const lower = text.toLowerCase();
  // Some letters change length in lower case; positions would then be wrong.
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
