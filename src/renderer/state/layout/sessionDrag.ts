import { isSessionId, type SessionId } from '#shared/ids';

const TYPE = 'application/x-airlock-session';

/** Marks a drag as carrying a session from one part of the window to another. */
export function carrySession(transfer: DataTransfer, sessionId: SessionId): void {
  transfer.setData(TYPE, sessionId);
  transfer.effectAllowed = 'move';
}

/** The content of a drag can be read only once it is dropped; until then only its kind is known. */
export function carriesSession(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes(TYPE) ?? false;
}

export function droppedSession(transfer: DataTransfer | null): SessionId | null {
  const id = transfer?.getData(TYPE) ?? '';
  return isSessionId(id) ? id : null;
}
