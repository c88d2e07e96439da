import { DisposableMap, DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { HostedSession } from '#main/host/session/hostedSession';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { FrameFilter, InspectorSnapshot } from '#shared/ipc/inspector';
import { frameText } from './frameText';
import { type WireNews, WireWatch } from './wireWatch';

export interface InspectorNews {
  readonly windowId: number;
  readonly sessionId: SessionId;
  /** Null: the state has changed, and is to be requested again. */
  readonly wire: WireNews | null;
}

/** Lets windows look at sessions' wires, each at one at a time. Who does not look costs nothing. */
export class Inspector extends DisposableOwner {
  private readonly watches = this.register(new DisposableMap<number, WireWatch>());
  private readonly news = this.register(new Emitter<InspectorNews>());
  /** The last wish of each window: an answer that comes after a newer wish changes nothing. */
  private readonly wishes = new Map<number, symbol>();
  readonly onDidHear = this.news.event;

  constructor(private readonly openSession: (id: SessionId) => Promise<Result<HostedSession>>) {
    super();
  }

  async open(
    windowId: number,
    sessionId: SessionId,
    filter: FrameFilter,
  ): Promise<Result<InspectorSnapshot>> {
    const wish = Symbol();
    this.wishes.set(windowId, wish);
    const session = await this.openSession(sessionId);
    if (!session.ok) return session;
    if (this.wishes.get(windowId) !== wish) return fail('cancelled', 'Another message is shown.');
    const watch = new WireWatch(session.value, filter, {
      onNews: (wire) => this.news.fire({ windowId, sessionId, wire }),
      onChange: () => this.news.fire({ windowId, sessionId, wire: null }),
    });
    this.watches.set(windowId, watch);
    return ok(watch.snapshot);
  }

  close(windowId: number): void {
    this.wishes.delete(windowId);
    this.watches.delete(windowId);
  }

  async frame(
    sessionId: SessionId,
    number: number,
  ): Promise<Result<{ readonly text: string; readonly isCut: boolean }>> {
    const session = await this.openSession(sessionId);
    if (!session.ok) return session;
    const frame = session.value.process?.frames().find((one) => one.number === number);
    if (frame === undefined) return fail('not-found', 'This message is no longer kept.');
    return ok({ text: frameText(frame), isCut: frame.isCut });
  }
}
