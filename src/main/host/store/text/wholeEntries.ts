import { ok, type Result } from '#shared/errors';
import type { ContentBlock, RestingText } from '#shared/session/content';
import type { Entry, KeptEntry } from '#shared/session/entries';
import { appendBlock } from '#shared/session/reduceEntry';

export type ReadTexts = (
  texts: readonly RestingText[],
) => Promise<Result<ReadonlyMap<RestingText, string>>>;

/** The entry with all its text. */
export type Whole = (entry: KeptEntry) => Entry;

/**
 * Calls `make` with entries whose text it needs. `make` runs again each time more text was read for
 * it, the last time with all text present, so the result is of one moment. Therefore `make` must
 * have no side effects.
 */
export async function withWholeEntries<T>(
  read: ReadTexts,
  make: (whole: Whole) => T,
): Promise<Result<T>> {
  const known = new Map<RestingText, string>();
  for (;;) {
    const missing: RestingText[] = [];
    const textOf = (resting: RestingText): string => {
      const text = known.get(resting);
      if (text === undefined) missing.push(resting);
      return text ?? '';
    };
    const made = make((entry) => wholeEntry(entry, textOf));
    if (missing.length === 0) return ok(made);
    const texts = await read(missing);
    if (!texts.ok) return texts;
    for (const resting of missing) known.set(resting, texts.value.get(resting) ?? '');
  }
}

function wholeEntry(entry: KeptEntry, textOf: (resting: RestingText) => string): Entry {
  if (entry.kind !== 'message' || entry.role === 'user') return entry;
  let blocks: readonly ContentBlock[] = [];
  for (const block of entry.blocks) {
    const plain = block.type === 'resting' ? { type: 'text' as const, text: textOf(block) } : block;
    blocks = appendBlock(blocks, plain);
  }
  return { ...entry, blocks };
}
