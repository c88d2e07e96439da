import type { SessionId } from '#shared/ids';

/** Which window wants to hear of which sessions; the others' events stay in main. */
export class Subscriptions {
  private readonly byWindow = new Map<number, Set<SessionId>>();

  add(windowId: number, sessionId: SessionId): void {
    const sessions = this.byWindow.get(windowId) ?? new Set();
    this.byWindow.set(windowId, sessions.add(sessionId));
  }

  remove(windowId: number, sessionId: SessionId): void {
    this.byWindow.get(windowId)?.delete(sessionId);
  }

  /** The window is gone or starts anew. */
  clear(windowId: number): void {
    this.byWindow.delete(windowId);
  }

  has(windowId: number, sessionId: SessionId): boolean {
    return this.byWindow.get(windowId)?.has(sessionId) ?? false;
  }
}
