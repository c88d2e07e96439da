/** How many failures are named; the rest are counted. */
const NAMED_FAILURES = 100;
const NAME_CHARACTERS = 300;

/** The first names, without duplicates and cut to a readable length. */
export function failureNames(names: Iterable<string>): readonly string[] {
  const kept = new Set<string>();
  for (const name of names) {
    const short = name.trim().slice(0, NAME_CHARACTERS);
    if (short !== '') kept.add(short);
    if (kept.size === NAMED_FAILURES) break;
  }
  return [...kept];
}
