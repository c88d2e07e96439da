import type { HunkId } from '#shared/ids';
import { armingFields } from './armingFields';
import type { ChangeKind, FileVersion, Hunk, WholeReason } from './change';
import { splitLines } from './diff/lines';
import { alignFormat, type DecodedText } from './diff/textFormat';
import { computeHunks, rangeOf } from './hunks';
import { REVIEWED_BYTES, REVIEWED_LINES } from './limits';

/** A version with its text; null if it cannot be read as text. */
export interface Side {
  readonly version: FileVersion;
  readonly text: DecodedText | null;
}

/** The two sides of a change, and its two places if it moves the file. */
export interface Sides {
  readonly path: string;
  readonly oldPath?: string;
  readonly base: Side | null;
  readonly proposed: Side | null;
}

export interface Review {
  readonly kind: ChangeKind;
  readonly hunks: readonly Hunk[];
  /** Why the content can run code, where the file's name alone does not say so. */
  readonly arms?: string;
}

/** The kind and the hunks of a change. Never empty unless the two sides are equal. */
export function reviewOf(sides: Sides): Review {
  const hunks = [...contentHunks(sides), ...aspectHunks(sides)];
  const arms = armingFields(sides);
  return { kind: kindOf(sides, hunks), hunks, ...(arms !== null && { arms }) };
}

function contentHunks({ base, proposed }: Sides): Hunk[] {
  if (proposed === null) return base === null ? [] : [deletion(base)];
  if (base === null)
    return proposed.text === null ? [whole(opaqueReason(proposed))] : created(proposed.text);
  if (base.version.blob === proposed.version.blob && !isLink(base) && !isLink(proposed)) return [];
  if (isLink(base) || isLink(proposed)) {
    const isSame = base.version.blob === proposed.version.blob && isLink(base) === isLink(proposed);
    return isSame ? [] : [whole('symlink')];
  }
  if (base.text === null || proposed.text === null) {
    return [whole(opaqueReason(proposed.text === null ? proposed : base))];
  }
  return edited(base.text, proposed.text);
}

function created({ text }: DecodedText): Hunk[] {
  if (text === '') return [whole('empty')];
  if (isLong(text)) return [whole('large')];
  return textHunks('', text);
}

function edited(base: DecodedText, proposed: DecodedText): Hunk[] {
  if (isLong(base.text) || isLong(proposed.text)) return [whole('large')];
  const { text, format } = alignFormat(base, proposed);
  const hunks = textHunks(base.text, text);
  if (format !== null) hunks.push({ type: 'format', id: 'format' as HunkId, ...format });
  return hunks;
}

function textHunks(base: string, proposed: string): Hunk[] {
  return computeHunks(base, proposed).map((hunk) => ({
    type: 'text',
    id: hunk.id,
    ...rangeOf(hunk),
  }));
}

function aspectHunks({ base, proposed, oldPath, path }: Sides): Hunk[] {
  const hunks: Hunk[] = [];
  if (oldPath !== undefined) {
    hunks.push({ type: 'rename', id: 'rename' as HunkId, from: oldPath, to: path });
  }
  if (base === null || proposed === null || isLink(base) || isLink(proposed)) return hunks;
  const [from, to] = [base.version.mode, proposed.version.mode];
  if (from !== to) hunks.push({ type: 'mode', id: 'mode' as HunkId, from, to });
  return hunks;
}

function kindOf({ base, proposed }: Sides, hunks: readonly Hunk[]): ChangeKind {
  if (base === null) return 'create';
  if (proposed === null) return 'delete';
  if (hunks.some(({ type }) => type === 'rename')) return 'rename';
  const opaque = hunks.find((hunk) => hunk.type === 'whole');
  if (opaque) return opaque.reason === 'symlink' ? 'symlink' : 'binary';
  return hunks.every(({ type }) => type === 'mode') ? 'mode' : 'modify';
}

function deletion(base: Side): Hunk {
  const hunk = { type: 'whole', id: 'whole' as HunkId, reason: 'deletion' } as const;
  const isText = base.text !== null && !isLink(base);
  return isText ? { ...hunk, lines: splitLines(base.text?.text ?? '').length } : hunk;
}

function whole(reason: WholeReason): Hunk {
  return { type: 'whole', id: 'whole' as HunkId, reason };
}

function opaqueReason(side: Side): WholeReason {
  if (isLink(side)) return 'symlink';
  return side.version.bytes > REVIEWED_BYTES ? 'large' : 'binary';
}

export function isLink({ version }: Side): boolean {
  return version.mode === '120000';
}

function isLong(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++count > REVIEWED_LINES) return true;
  }
  return false;
}
