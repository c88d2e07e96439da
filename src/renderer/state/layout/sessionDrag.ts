import { isSessionId, type SessionId } from '#shared/ids';

const TYPE = 'application/x-airlock-session';

/** Marks a drag as carrying a session from one part of the window to another. */
export function carrySession(transfer: DataTransfer, sessionId: SessionId): void {
  transfer.setData(TYPE, sessionId);
  transfer.effectAllowed = 'move';
}

/**
 * Whether a drag carries a session. Its content can only be read after the drop; until then only
 * its type is known.
 */
export function carriesSession(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes(TYPE) ?? false;
}

export function droppedSession(transfer: DataTransfer | null): SessionId | null {
  const id = transfer?.getData(TYPE) ?? '';
  return isSessionId(id) ? id : null;
}
