/** Failures that are named; the rest is counted. */
const NAMED_FAILURES = 100;
const NAME_CHARACTERS = 300;

/** The first of the names, each once and no longer than anybody reads. */
export function failureNames(names: Iterable<string>): readonly string[] {
  const kept = new Set<string>();
  for (const name of names) {
    const short = name.trim().slice(0, NAME_CHARACTERS);
    if (short !== '') kept.add(short);
    if (kept.size === NAMED_FAILURES) break;
  }
  return [...kept];
}
