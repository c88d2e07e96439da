import type { ProcessView } from '#main/agents/agents';
import { traceLine } from '#main/agents/wireTrace';
import { DisposableMap, DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import type { HostedSession } from '#main/host/session/hostedSession';
import { explainFault } from '#main/host/store/diskFault';
import { errorCode } from '#main/host/store/fileAccess';
import { fail, ok, type Result } from '#shared/errors';
import type { EntryId, SessionId } from '#shared/ids';
import type { FrameFilter, FrameSummary, InspectorSnapshot } from '#shared/ipc/inspector';
import { entryOfFrame, FrameSearch } from './entryFrames';
import { frameText } from './frameText';
import { keptFrames } from './keptFrames';
import { type WireNews, WireWatch } from './wireWatch';

export interface InspectorNews {
  readonly windowId: number;
  readonly sessionId: SessionId;
  /** The news of the wire; null if the state has changed and must be requested again. */
  readonly wire: WireNews | null;
}

interface Watched {
  readonly sessionId: SessionId;
  readonly watch: WireWatch;
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * Lets each window look at one session's wire at a time. A window that does not look costs nothing.
 */
export class Inspector extends DisposableOwner {
  private readonly watches = this.register(new DisposableMap<number, Watched>());
  private readonly news = this.register(new Emitter<InspectorNews>());
  /** The last request of each window: an answer to an older request changes nothing. */
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
    const dispose = () => watch.dispose();
    this.watches.set(windowId, { sessionId, watch, dispose, [Symbol.dispose]: dispose });
    return ok(await watch.start());
  }

  close(windowId: number): void {
    this.wishes.delete(windowId);
    this.watches.delete(windowId);
  }

  /** Rows of the wire that the window looks at. */
  async rows(
    windowId: number,
    from: number,
    to: number,
  ): Promise<Result<{ readonly rows: readonly FrameSummary[] }>> {
    const watched = this.watches.get(windowId);
    return watched ? ok({ rows: await watched.watch.page(from, to) }) : notOpen();
  }

  ordinal(windowId: number, number: number): Result<{ readonly ordinal: number }> {
    const watched = this.watches.get(windowId);
    return watched ? ok({ ordinal: watched.watch.ordinalOf(number) }) : notOpen();
  }

  async frame(
    windowId: number,
    sessionId: SessionId,
    number: number,
  ): Promise<Result<{ readonly text: string; readonly isCut: boolean }>> {
    const watched = this.watches.get(windowId);
    const frame = watched?.sessionId === sessionId ? await watched.watch.frame(number) : null;
    if (frame === null) return fail('not-found', 'This message is no longer kept.');
    return ok({ text: frameText(frame), isCut: frame.isCut });
  }

  /** The number of the message that an entry of the transcript began with. */
  async frameOf(
    sessionId: SessionId,
    entryId: EntryId,
  ): Promise<Result<{ readonly number: number }>> {
    const session = await this.openSession(sessionId);
    if (!session.ok) return session;
    const { process, recorder } = session.value;
    const entry = recorder.state.entries.get(entryId);
    if (entry === undefined || process === null) return notKept();
    const search = new FrameSearch(entry, recorder.state.head.agentSessionId);
    using trace = process.openTrace();
    for await (const frames of keptFrames(process, trace)) {
      for (const frame of frames) search.look(frame);
    }
    return search.result === null ? notKept() : ok({ number: search.result });
  }

  /** The entry of the transcript that a message is about. */
  async entryOf(
    windowId: number,
    sessionId: SessionId,
    number: number,
  ): Promise<Result<{ readonly entryId: EntryId }>> {
    const session = await this.openSession(sessionId);
    if (!session.ok) return session;
    const frame = (await this.watches.get(windowId)?.watch.frame(number)) ?? null;
    const { entries, head } = session.value.recorder.state;
    const entryId = frame && entryOfFrame(frame, entries.values(), head.agentSessionId);
    if (entryId !== null) return ok({ entryId });
    return fail('not-found', 'No entry of this transcript belongs to this message.');
  }

  /** Writes all kept messages to a file, without secrets. */
  async export(sessionId: SessionId, path: string): Promise<Result<null>> {
    const session = await this.openSession(sessionId);
    if (!session.ok) return session;
    const { process } = session.value;
    if (process === null) return fail('not-found', NOT_RUN);
    return saveFrames(process, path);
  }
}

const NOT_RUN = 'The agent has not run since Airlock started, so there are no messages.';

function notOpen() {
  return fail('cancelled', 'The inspector is closed.');
}

function notKept() {
  return fail(
    'not-found',
    'The messages of this entry are not kept. Airlock keeps only the newest messages of the agent’s current run.',
  );
}

/** The mode of an exported file; the umask applies. */
const FILE_MODE = 0o666;

/**
 * Writes the kept frames of a wire to a file of JSON lines, completely or not at all: first the
 * process, then its messages.
 */
async function saveFrames(process: ProcessView, path: string): Promise<Result<null>> {
  try {
    await writeFileAtomic(path, exportLines(process), FILE_MODE);
    return ok(null);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return fail('io', `The messages were not exported. ${explainFault(code)}`, String(error));
  }
}

async function* exportLines(process: ProcessView): AsyncGenerator<string> {
  const { pid, commandLine, folder, startedAt, variables, confinement, exit } = process;
  const facts = { pid, commandLine, folder, variables, confinement };
  const times = { startedAt: new Date(startedAt).toISOString(), exit: exit?.message ?? null };
  yield `${JSON.stringify({ process: { ...facts, ...times } })}\n`;
  using trace = process.openTrace();
  for await (const frames of keptFrames(process, trace)) {
    // Redact again although the trace was redacted, because a secret may have become known since.
    yield frames.map((frame) => `${traceLine(String(pid), frame)}\n`).join('');
  }
}
