import { assertNever } from '#shared/errors';
import type { ObjectId, RefreshId } from '#shared/ids';
import type { FileVersion } from './change';
import type { Effect } from './ledgerEvents';

/** A session's trees at one moment. */
export interface RefreshPoint {
  readonly tree: ObjectId;
  readonly baseTree: ObjectId;
  readonly ownTree: ObjectId;
}

/** A file of the user's that the agent's copy takes over. */
export interface PlannedRefresh {
  readonly path: string;
  /** As the session began with it. */
  readonly base: FileVersion | null;
  readonly user: FileVersion | null;
  /** Null if the agent's file says what the user's says. */
  readonly effect: Effect | null;
  /** The agent's work that does not fit, as a diff; an empty text is about the whole file. */
  readonly dropped?: string;
}

/** Facts about the copy continuing from the user's files, and about that being undone. */
export type RefreshEvent =
  /**
   * Written before anything is done about it, with all that is needed to finish it after a crash.
   */
  | {
      readonly type: 'refresh.begun';
      readonly refreshId: RefreshId;
      readonly before: RefreshPoint;
      readonly files: readonly PlannedRefresh[];
      /** Files that could not even be read. */
      readonly left: readonly string[];
    }
  /** The baseline is at `after` from here on. */
  | {
      readonly type: 'refresh.settled';
      readonly refreshId: RefreshId;
      readonly after: RefreshPoint;
      readonly left: readonly string[];
    }
  /** The baseline is at `to` from here on, and the agent's files are about to be. */
  | {
      readonly type: 'refresh.undoing';
      readonly refreshId: RefreshId;
      readonly to: RefreshPoint;
      readonly effects: readonly Effect[];
    }
  | {
      readonly type: 'refresh.undone';
      readonly refreshId: RefreshId;
      /** Files that another program had changed. */
      readonly left: readonly string[];
    }
  /** The user has taken note of what it did. */
  | { readonly type: 'refresh.dismissed'; readonly refreshId: RefreshId };

export type RefreshBegun = Extract<RefreshEvent, { type: 'refresh.begun' }>;

/** The last refresh of a session, as far as it got. */
export type RefreshRecord =
  | { readonly step: 'begun'; readonly begun: RefreshBegun }
  | ({ readonly step: 'settled' } & SettledRefresh)
  | ({ readonly step: 'undoing'; readonly effects: readonly Effect[] } & SettledRefresh)
  /** `kept`: files that another program had changed, and that were not brought back. */
  | ({ readonly step: 'undone'; readonly kept: readonly string[] } & SettledRefresh);

interface SettledRefresh {
  readonly begun: RefreshBegun;
  readonly after: RefreshPoint;
  /** Files that were not taken over. */
  readonly left: readonly string[];
}

/** An event that does not follow from what is known is ignored: a line before it may be lost. */
export function foldRefresh(
  record: RefreshRecord | null,
  event: RefreshEvent,
): RefreshRecord | null {
  if (event.type === 'refresh.begun') return { begun: event, step: 'begun' };
  if (record?.begun.refreshId !== event.refreshId) return record;
  const { begun } = record;
  switch (event.type) {
    case 'refresh.settled':
      if (record.step !== 'begun') return record;
      return { begun, step: 'settled', after: event.after, left: event.left };
    case 'refresh.undoing':
      if (record.step !== 'settled') return record;
      return { ...record, step: 'undoing', effects: event.effects };
    case 'refresh.undone': {
      if (record.step !== 'undoing') return record;
      const { after, left } = record;
      return { begun, step: 'undone', after, left, kept: event.left };
    }
    case 'refresh.dismissed':
      return record.step === 'settled' || record.step === 'undone' ? null : record;
    default:
      return assertNever(event);
  }
}
