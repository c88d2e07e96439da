/** The rough size of an object besides its texts. */
const OBJECT_CHARACTERS = 64;

/**
 * The length of all texts in a value, and something for each object: about what it takes in memory.
 */
export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = OBJECT_CHARACTERS;
  for (const key in value) characters += charactersIn(value[key as keyof typeof value]);
  return characters;
}
