/** Agents name what a command printed differently; these are the names that are in use. */
const names = [
  'formatted_output',
  'aggregated_output',
  'aggregatedOutput',
  'output',
  'stdout',
  'result',
  'text',
  'content',
  'llmContent',
] as const;

/** How deep a result is looked into: some wrap it in a list of contents. */
const DEPTH = 3;

/**
 * Pure: what a tool printed, from its raw output, which is text or JSON; null if that holds no
 * text.
 */
export function outputText(raw: string): string | null {
  if (!/^\s*[[{]/.test(raw)) return raw === '' ? null : raw;
  try {
    return textIn(JSON.parse(raw), DEPTH);
  } catch {
    return raw;
  }
}

function textIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value)) {
    const texts = value.map((item) => textIn(item, depth - 1)).filter((text) => text !== null);
    return texts.length === 0 ? null : texts.join('\n');
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const found = names
    .map((name) => (Object.hasOwn(fields, name) ? textIn(fields[name], depth - 1) : null))
    .find((text) => text !== null && text !== '');
  const errors = Object.hasOwn(fields, 'stderr') ? textIn(fields.stderr, 1) : null;
  // Text printed to both streams is mostly given as one.
  const isNamed = found === undefined || found === fields.stdout;
  return isNamed && errors ? [found, errors].filter(Boolean).join('\n') : (found ?? null);
}
