import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createFileLogger, type LogFields, type Logger } from '#main/base/log/logger';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { createEngine, type Engine } from '#main/engine/engine';
import { snapshotOf } from '#main/ipc/sessionPages';
import type { Result } from '#shared/errors';
import type { AgentId, SessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { KeptState } from '#shared/session/state';
import { type AgentSettings, defaultSettings } from '#shared/settings';
import { engineChanges } from '#test/support/engineChanges';
import { crowding } from './crowding';
import type { InnerEvidence } from './evidence';
import { LoopMonitor } from './loopMonitor';
import { MemoryMonitor } from './memoryMonitor';
import type { HostileMode, ModeEnd, SeenChange } from './mode';

/** How long a request of the window may take before it counts as unanswered. */
const ANSWER_MILLISECONDS = 30_000;
/** An export has no deadline: it takes as long as the disk does for all of a session. */
const EXPORT_MILLISECONDS = 20 * ANSWER_MILLISECONDS;
/** What an agent gets to answer its first messages: some never do. */
const START_MILLISECONDS = 2_000;
/** The longest that is told of an error. */
const TOLD_CHARACTERS = 600;

export interface EngineStart {
  readonly data: string;
  readonly searchWorker: string;
  readonly agents: Readonly<Record<string, AgentSettings>>;
}

/** What of a mode the engine's side has to know. */
export type PlayedMode = Pick<
  HostileMode,
  'user' | 'answers' | 'isolation' | 'reviews' | 'quits'
> & {
  readonly agent: string;
  readonly project: string;
  readonly milliseconds: number;
};

export interface EngineCalls {
  start(options: EngineStart): Promise<void>;
  /** From now on this is the agent `hostile` of the settings. */
  replaceAgent(settings: AgentSettings): Promise<void>;
  /** Lets an agent loose, and tells what was seen. */
  play(mode: PlayedMode): Promise<InnerEvidence>;
  /** Deletes the session of the mode that was played last, as a user would. */
  delete(): Promise<readonly string[]>;
  shutDown(): Promise<void>;
}

let engine: Engine | undefined;
let agents: EngineStart['agents'] = {};
let sessionNow: SessionId | undefined;
let dataFolder = '';
const healthySessions = new Map<string, SessionId>();
const unexpected: string[] = [];
const loop = new LoopMonitor();
const memory = new MemoryMonitor();
setMaxListeners(0);

setUnexpectedErrorHandler(note);
process.on('uncaughtException', note);
process.on('unhandledRejection', note);

const calls: EngineCalls = {
  async start({ data, searchWorker, agents: given }) {
    agents = given;
    dataFolder = data;
    engine = await createEngine({
      dataFolder: data,
      clientVersion: '0.0.0-test',
      demoAgent: agentOf('demo'),
      searchWorker,
      traceFolder: join(data, 'logs'),
      logger: watched(createFileLogger(join(data, 'logs'), { level: 'debug' })),
      settings: () => ({ ...defaultSettings, agents }),
      environment: async () => ({
        variables: process.env as Record<string, string>,
        source: 'process',
        shell: null,
      }),
      timings: {
        // A crowded machine takes longer to start a process than a user would wait.
        startMilliseconds: startMilliseconds(),
        openMilliseconds: startMilliseconds(),
        answerMilliseconds: 1_000,
        closeMilliseconds: 300,
        cancelPatienceMilliseconds: 100,
      },
    });
  },

  async replaceAgent(settings) {
    agents = { ...agents, hostile: settings };
  },

  async play(mode) {
    const { host } = started();
    const changes = engineChanges(host);
    unexpected.splice(0);
    const healthy = await healthySession(mode.project);
    memory.begin();
    loop.begin();
    const unanswered: string[] = [];
    const id = unwrap(
      await host.create({
        agentId: mode.agent as AgentId,
        project: mode.project,
        isolation: mode.isolation ?? 'isolated',
      }),
    );
    sessionNow = id;
    const state = await stateOf(id);
    const answering = answerQuestions(id, state, mode.answers ?? 'reject');
    const deadline = Date.now() + mode.milliseconds;
    const sent = host.dispatch(id, {
      type: 'prompt.send',
      content: [{ type: 'text', text: 'Go' }],
    });
    const wellBeing = healthyTurn(healthy, mode.milliseconds);
    const ended = () => endOf(state) !== null;
    if (mode.user !== undefined) await stop(id, state, mode, wellBeing, deadline);
    if (mode.quits !== 'closed') await until(id, ended, deadline);
    await within('sessions.command', sent, unanswered);
    const words = await wellBeing;
    if (mode.reviews !== undefined) await review(id, mode.reviews);
    const seen: SeenChange[] = [];
    const requests: Readonly<Record<string, () => Promise<unknown>>> = {
      // The last look at the files may come after the end of the turn.
      ...(mode.quits === undefined && {
        'the last look': async () => unwrap(await host.open(id)).live.drain(),
      }),
      'sessions.open': async () => snapshotOf(unwrap(await host.open(id))),
      'changes.list': async () => {
        const listed = await changes.list(id);
        if (!listed.ok) return;
        for (const { change, risk } of listed.value.changes) {
          seen.push({ path: change.path, risk: risk.type !== 'ordinary' });
        }
      },
      'sessions.files': () => host.findFiles(id, 'a'),
      'sessions.search': () => host.search('after'),
      'sessions.export': () => host.export(id, 'markdown', exportFile()),
      'sessions.export of the log': () => host.export(id, 'ndjson', exportFile()),
      'inspector trace': () => started().trace(mode.agent as AgentId),
    };
    for (const [name, request] of Object.entries(requests)) {
      const isExport = name.startsWith('sessions.export');
      await within(name, request(), unanswered, isExport ? EXPORT_MILLISECONDS : undefined);
    }
    const stillMilliseconds = loop.end();
    answering.dispose();
    return {
      end: endOf(state),
      told: toldIn(state),
      cwd: state.head.cwd,
      stillMilliseconds,
      memory: memory.end(),
      healthy: words,
      openQuestions: mode.quits === undefined ? state.head.openRequests.length : 0,
      unanswered,
      unexpected: [...unexpected],
      changes: seen,
    };
  },

  async delete() {
    const { host } = started();
    const unanswered: string[] = [];
    if (sessionNow !== undefined) {
      await within('sessions.delete', host.delete(sessionNow), unanswered);
    }
    return [...unanswered, ...unexpected.splice(0)];
  },

  async shutDown() {
    await started().shutDown();
  },
};

process.on(
  'message',
  ({ id, name, argument }: { id: number; name: keyof EngineCalls; argument: never }) => {
    calls[name](argument).then(
      (value) => process.send?.({ id, value }),
      (error) => process.send?.({ id, error: cut(inspect(error)) }),
    );
  },
);
process.on('disconnect', () => process.exit(0));

/** Among the app's data, where the secret is looked for. */
function exportFile(): string {
  return join(dataFolder, 'exported');
}

function agentOf(name: string) {
  return { id: name as AgentId, name, command: 'false', args: [], env: {}, wire: 'acp' as const };
}

function started(): Engine {
  if (engine === undefined) throw new Error('The engine was not started.');
  return engine;
}

async function stateOf(id: SessionId): Promise<KeptState> {
  return unwrap(await started().host.open(id)).live.state;
}

/** A session of an agent that means no harm; the same for all modes on a project. */
async function healthySession(project: string): Promise<SessionId> {
  const known = healthySessions.get(project);
  if (known !== undefined) return known;
  const id = unwrap(
    await started().host.create({
      agentId: 'healthy' as AgentId,
      project,
      isolation: 'isolated',
    }),
  );
  healthySessions.set(project, id);
  const state = await stateOf(id);
  await until(id, () => state.head.connection.type === 'ready', Date.now() + ANSWER_MILLISECONDS);
  return id;
}

/** Null when it went well, else what was seen. */
async function healthyTurn(id: SessionId, milliseconds: number): Promise<string | null> {
  const { host } = started();
  const state = await stateOf(id);
  const before = state.head.turnCount;
  await host.dispatch(id, { type: 'prompt.send', content: [{ type: 'text', text: 'Well?' }] });
  const finished = () => state.head.turn === null && state.head.turnCount > before;
  await until(id, finished, Date.now() + milliseconds);
  const { lastTurnEnd, connection } = state.head;
  return finished() && lastTurnEnd === 'end_turn' ? null : `${lastTurnEnd}, ${inspect(connection)}`;
}

/** Settles when it holds, or the time is up. */
async function until(id: SessionId, holds: () => boolean, deadline: number): Promise<void> {
  const { host } = started();
  if (holds()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = host.onDidAppend(({ sessionId }) => {
    if (sessionId === id && holds()) resolve();
  });
  const timer = setTimeout(resolve, Math.max(0, deadline - Date.now()));
  await promise;
  clearTimeout(timer);
  subscription.dispose();
}

/** The user stops the turn once it runs and the other session has finished; by force where that is no help. */
async function stop(
  id: SessionId,
  state: KeptState,
  { user }: PlayedMode,
  wellBeing: Promise<unknown>,
  deadline: number,
): Promise<void> {
  const { host } = started();
  await wellBeing;
  await until(id, () => state.head.turn !== null && state.order.length > 0, deadline);
  await host.dispatch(id, { type: 'turn.cancel' });
  if (user === 'force-stop') await unwrap(await host.open(id)).live.forceStop();
}

/** Answers each question as it comes; the first option of the kind that is wished for, or the last of all. */
function answerQuestions(id: SessionId, state: KeptState, answers: 'allow' | 'reject' | 'none') {
  const { host } = started();
  const seen = new Set<string>();
  const answer = (command: SessionCommand) => void host.dispatch(id, command).catch(note);
  return host.onDidAppend(({ sessionId }) => {
    if (sessionId !== id || answers === 'none') return;
    for (const entryId of state.head.openRequests) {
      const entry = state.entries.get(entryId);
      if (entry?.kind !== 'elicitation' && entry?.kind !== 'permission') continue;
      const { requestId } = entry;
      // What the agent changed since is read again before it is answered.
      const revision = entry.kind === 'permission' ? entry.change?.revision : undefined;
      const name = `${requestId} ${revision}`;
      if (seen.has(name)) continue;
      seen.add(name);
      if (entry.kind === 'elicitation') {
        answer({ type: 'elicitation.answer', requestId, answer: { type: 'declined' } });
        continue;
      }
      const { options } = entry.question;
      const option = options.find(({ kind }) => kind.startsWith(answers)) ?? options.at(-1);
      if (option === undefined) continue;
      answer({ type: 'permission.answer', requestId, optionId: option.id, revision });
    }
  });
}

async function review(id: SessionId, verdict: 'accept' | 'reject'): Promise<void> {
  const changes = engineChanges(started().host);
  const listed = await changes.list(id);
  if (!listed.ok) return;
  const verdicts = listed.value.changes.map(({ change, hunks }) => ({
    changeId: change.changeId,
    hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict })),
    acknowledgesRisk: true,
  }));
  await changes.decide(id, verdicts);
}

/** Null while it goes on. */
function endOf({ head }: KeptState): ModeEnd | null {
  const { turn, lastTurnEnd, connection, queue } = head;
  if (turn !== null) return null;
  if (lastTurnEnd !== null && queue.length === 0) return lastTurnEnd as ModeEnd;
  return connection.type === 'failed' || connection.type === 'exited' ? 'not-started' : null;
}

function toldIn({ head, entries }: KeptState): string {
  const said = [...entries.values()].flatMap((entry) => {
    if (entry.kind === 'turn-end' || entry.kind === 'failure') return entry.message ?? [];
    if (entry.kind === 'notice') return `${entry.title}: ${entry.description ?? ''}`;
    return [];
  });
  const { connection } = head;
  return [...said, 'message' in connection ? connection.message : ''].join('\n');
}

/** Whether it succeeds is not the question, but whether it is answered. */
async function within(
  name: string,
  answer: Promise<unknown>,
  unanswered: string[],
  milliseconds = ANSWER_MILLISECONDS,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    unanswered.push(name);
    resolve();
  }, milliseconds);
  answer.catch((error) => note(error)).finally(resolve);
  await promise;
  clearTimeout(timer);
}

function startMilliseconds(): number {
  return Math.round(START_MILLISECONDS * crowding());
}

/** A logger whose errors count as unexpected. */
function watched(logger: Logger): Logger {
  return {
    debug: (message, fields) => logger.debug(message, fields),
    info: (message, fields) => logger.info(message, fields),
    warn: (message, fields) => logger.warn(message, fields),
    error(message: string, fields?: LogFields) {
      note(`${message} ${inspect(fields)}`);
      logger.error(message, fields);
    },
    child: (scope) => watched(logger.child(scope)),
  };
}

function note(error: unknown): void {
  unexpected.push(cut(typeof error === 'string' ? error : inspect(error)));
}

function cut(text: string): string {
  return text.slice(0, TOLD_CHARACTERS);
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
