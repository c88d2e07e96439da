import type { ChangeId, HunkId, ObjectId, ToolCallId, TurnId } from '#shared/ids';
import type { TextFormat } from './diff/textFormat';
import type { HunkRange } from './hunks';

/** File modes as git writes them: regular file, executable, symbolic link. */
export type FileMode = '100644' | '100755' | '120000';

export function isFileMode(mode: string | undefined): mode is FileMode {
  return mode === '100644' || mode === '100755' || mode === '120000';
}

/** A file's content and mode at one moment; the content is kept in the session's object store. */
export interface FileVersion {
  readonly blob: ObjectId;
  readonly mode: FileMode;
  readonly bytes: number;
}

export type ChangeKind = 'modify' | 'create' | 'delete' | 'rename' | 'mode' | 'symlink' | 'binary';

/** How a change was found: held before it was written, asked for, or found on disk. */
export type ChangeOrigin = 'held-write' | 'permission' | 'scan';

/** Why a change can only be taken as a whole. */
export type WholeReason = 'binary' | 'large' | 'symlink' | 'empty' | 'deletion';

/**
 * The smallest part of a change that can be decided on its own. All but `text` occur at most once
 * in a change.
 */
export type Hunk =
  | ({ readonly type: 'text'; readonly id: HunkId } & HunkRange)
  | {
      readonly type: 'whole';
      readonly id: HunkId;
      readonly reason: WholeReason;
      /** Lines that go with a text that is deleted. */
      readonly lines?: number;
    }
  | { readonly type: 'mode'; readonly id: HunkId; readonly from: FileMode; readonly to: FileMode }
  | { readonly type: 'rename'; readonly id: HunkId; readonly from: string; readonly to: string }
  | {
      readonly type: 'format';
      readonly id: HunkId;
      readonly from: TextFormat;
      readonly to: TextFormat;
    };

/**
 * The agent, session and turn behind a change; null if unknown, as for a change made outside any
 * turn.
 */
export interface Authorship {
  readonly turnId: TurnId | null;
  readonly toolCallId: ToolCallId | null;
  /**
   * How the agent had asked for a change that was written past the gate; absent: it had not asked.
   */
  readonly asked?: Asked;
}

export type Asked =
  /** The user allowed the tool call; its request did not show this edit. */
  | 'not-shown'
  /** The user allowed an edit of the file by this tool call; another one was written. */
  | 'differs'
  /** The agent asked, and did not wait for the answer. */
  | 'not-awaited';

/**
 * One file as an agent wants it: a fact that never changes. Paths are relative to the project's
 * root, with forward slashes.
 */
export interface Change extends Authorship {
  readonly changeId: ChangeId;
  readonly path: string;
  /** The file's path before it was moved. */
  readonly oldPath?: string;
  readonly kind: ChangeKind;
  /** Null: the file did not exist. */
  readonly base: FileVersion | null;
  /** Null: the change deletes the file. */
  readonly proposed: FileVersion | null;
  readonly origin: ChangeOrigin;
  /** The change was written to the user's own files before the user could review it. */
  readonly afterTheFact: boolean;
  readonly hunks: readonly Hunk[];
  /** Why the content can run code, where the file's name alone does not say so. */
  readonly arms?: string;
}

/** Accepting the change makes the file executable, which it was not before. */
export function becomesExecutable({ base, proposed }: Pick<Change, 'base' | 'proposed'>): boolean {
  return proposed?.mode === '100755' && base?.mode !== '100755';
}

export function sameVersion(left: FileVersion | null, right: FileVersion | null): boolean {
  return left?.blob === right?.blob && left?.mode === right?.mode;
}
