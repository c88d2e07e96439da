import { type FileMode, sameVersion } from '../change';
import { mergeHunks } from '../diff/merge';
import { alignFormat } from '../diff/textFormat';
import { computeHunks } from '../hunks';
import { isLink, type Side } from '../review';

/** A file as the session began with it, as its agent left it, and as the user has it now. */
export interface FileSides {
  readonly base: Side | null;
  readonly work: Side | null;
  readonly user: Side | null;
}

/** The agent's lines that no longer fit the user's file. */
export interface DroppedLines {
  /** Their position in the user's file, counted from zero. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The agent's file when its session continues from the user's present file. */
export type RefreshedFile =
  /** The agent's file has the same content as the user's. */
  | { readonly type: 'same' }
  /** The user's file, because the agent has not touched it or because the two cannot be merged. */
  | { readonly type: 'users'; readonly isDropped: boolean }
  /** The user's file with as many of the agent's lines as fit. */
  | {
      readonly type: 'merged';
      readonly text: string;
      readonly mode: FileMode;
      readonly dropped: readonly DroppedLines[];
    };

export function refreshFile({ base, work, user }: FileSides): RefreshedFile {
  if (isSame(work, user)) return { type: 'same' };
  if (isSame(work, base)) return { type: 'users', isDropped: false };
  if (work === null || user === null || isLink(work) || isLink(user)) return DROPPED;
  const [from, mine, theirs] = [base?.text?.text ?? '', work.text, user.text];
  if (mine === null || theirs === null || (base !== null && base.text === null)) return DROPPED;
  const wanted = base?.text ? alignFormat(base.text, mine).text : mine.text;
  const merge = mergeHunks(from, theirs.text, computeHunks(from, wanted));
  const dropped = merge.hunks.flatMap((hunk): DroppedLines[] => {
    if (hunk.outcome !== 'conflict') return [];
    const { targetStart, target, proposed } = hunk.conflict;
    return [{ start: targetStart, removed: target, added: proposed }];
  });
  const mode = work.version.mode === base?.version.mode ? user.version.mode : work.version.mode;
  return { type: 'merged', text: merge.text, mode, dropped };
}

const DROPPED = { type: 'users', isDropped: true } as const;

/**
 * Whether the user's file differs from the one that the session began with, apart from line
 * endings.
 */
export function hasMovedOn(base: Side | null, user: Side | null): boolean {
  if (isSame(base, user)) return false;
  if (!base?.text || !user?.text || base.version.mode !== user.version.mode) return true;
  return plain(base.text.text) !== plain(user.text.text);
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function isSame(left: Side | null, right: Side | null): boolean {
  return sameVersion(left?.version ?? null, right?.version ?? null);
}
