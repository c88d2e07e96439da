import type { HunkId } from '#shared/ids';
import type { FileMode, FileVersion, Hunk } from '../change';
import { applyHunks, hunksAt, type TextHunk } from '../hunks';
import { isLink, type Side, type Sides } from '../review';
import { alignFormat, type DecodedText, withFormat } from './textFormat';

/** The intended state of a file. Stored content is referenced; other content is included. */
export interface Composition {
  readonly path: string;
  readonly mode: FileMode;
  readonly content: ComposedContent;
}

export type ComposedContent =
  | { readonly type: 'kept'; readonly version: FileVersion; readonly text: DecodedText | null }
  | { readonly type: 'text'; readonly text: DecodedText };

/** The file with exactly these hunks applied; null if it should not exist. */
export function compose(
  sides: Sides,
  hunks: readonly Hunk[],
  included: ReadonlySet<HunkId>,
): Composition | null {
  const { base, proposed } = sides;
  const taken = hunks.filter(({ id }) => included.has(id));
  if (taken.length === 0) return base && exactly(base, sides.oldPath ?? sides.path);
  if (taken.length === hunks.length) return proposed && exactly(proposed, sides.path);
  // A deletion is one hunk: it can only be accepted or rejected as a whole.
  if (proposed === null) return null;
  const has = (type: Hunk['type']) => taken.some((hunk) => hunk.type === type);
  return {
    path: has('rename') ? sides.path : (sides.oldPath ?? sides.path),
    mode: modeOf(sides, has('mode'), has('whole')),
    content: contentOf(sides, hunks, included),
  };
}

/** The text hunks among these, with their lines. */
export function textHunksOf(sides: Sides, hunks: readonly Hunk[]): TextHunk[] {
  const texts = alignedTexts(sides);
  const ranges = hunks.filter((hunk) => hunk.type === 'text');
  return texts === null ? [] : hunksAt(texts.base, texts.proposed, ranges);
}

function exactly(side: Side, path: string): Composition {
  return { path, mode: side.version.mode, content: keptContent(side) };
}

export function keptContent({ version, text }: Side): ComposedContent {
  return { type: 'kept', version, text };
}

function modeOf({ base, proposed }: Sides, takesMode: boolean, takesWhole: boolean): FileMode {
  if (base === null || proposed === null) return (proposed ?? base)?.version.mode ?? '100644';
  const isTypeChange = isLink(base) !== isLink(proposed);
  return takesMode || (isTypeChange && takesWhole) ? proposed.version.mode : base.version.mode;
}

function contentOf(
  sides: Sides,
  hunks: readonly Hunk[],
  included: ReadonlySet<HunkId>,
): ComposedContent {
  const { base, proposed } = sides;
  const content = hunks.filter(
    ({ type }) => type === 'text' || type === 'format' || type === 'whole',
  );
  const taken = content.filter(({ id }) => included.has(id));
  const exact = taken.length === content.length ? proposed : taken.length === 0 ? base : null;
  if (exact) return keptContent(exact);
  const texts = alignedTexts(sides);
  if (texts === null) throw new Error('A file that is not text was split into hunks.');
  const text = applyHunks(texts.base, textHunksOf(sides, taken));
  const format = taken.find((hunk) => hunk.type === 'format');
  if (format) return { type: 'text', text: withFormat(text, format.from, format.to) };
  return { type: 'text', text: { text, encoding: texts.encoding } };
}

export function alignedTexts({ base, proposed }: Sides) {
  if (!proposed?.text) return null;
  const { encoding } = proposed.text;
  if (base === null) return { base: '', proposed: proposed.text.text, encoding };
  if (base.text === null) return null;
  const aligned = alignFormat(base.text, proposed.text);
  return { base: base.text.text, proposed: aligned.text, encoding: base.text.encoding };
}
