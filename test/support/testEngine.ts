import { onTestFinished } from 'vitest';
import { probeSeal } from '#main/agents/process/seal/sealProbe';
import { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { createEngine, type Engine } from '#main/engine/engine';
import type { EngineOptions } from '#main/engine/engineOptions';
import { AppException, type Result } from '#shared/errors';
import type { AgentId, SessionId } from '#shared/ids';
import type { SealAvailability } from '#shared/seal';
import type { CommandOf, SessionCommand } from '#shared/session/commands';
import type {
  ElicitationEntry,
  EntryKind,
  KeptEntry,
  PermissionEntry,
} from '#shared/session/entries';
import type { Envelope, SessionEventType } from '#shared/session/events';
import type { Isolation } from '#shared/session/isolation';
import type { KeptState } from '#shared/session/state';
import { type AgentSettings, defaultSettings } from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';
import { DirectWorkplaces } from './directWorkplaces';
import { engineChanges } from './engineChanges';
import { waitFor } from './waitFor';

// The system stays the same, and testing it starts a dozen processes.
const namespaces = new ProcessNamespaces(new MemoryLogger());
let availability: Promise<SealAvailability> | undefined;

function probeSealOnce(): Promise<SealAvailability> {
  availability ??= probeSeal();
  return availability;
}

/** The engine as the app runs it, over real processes and real files, without a window. */
export class TestEngine {
  private constructor(
    readonly engine: Engine,
    readonly logger: MemoryLogger,
  ) {}

  /** Shuts down with the test. `agents` become the settings' agents, under their keys. */
  static async start(
    dataFolder: string,
    agents: Readonly<Record<string, AgentSettings>>,
    overrides: Partial<EngineOptions> = {},
  ): Promise<TestEngine> {
    const logger = new MemoryLogger();
    const engine = await createEngine({
      dataFolder,
      probeSeal: probeSealOnce,
      namespaces,
      clientVersion: '0.0.0-test',
      demoAgent: {
        id: 'demo' as AgentId,
        name: 'Demo',
        command: 'false',
        args: [],
        env: {},
        wire: 'acp',
      },
      searchWorker: 'in-process',
      workplaces: new DirectWorkplaces(),
      logger,
      settings: () => ({ ...defaultSettings, agents }),
      environment: async () => ({
        variables: process.env as Record<string, string>,
        source: 'process',
        shell: null,
      }),
      ...overrides,
    });
    const test = new TestEngine(engine, logger);
    onTestFinished(() => test.stop());
    return test;
  }

  private stopping: Promise<void> | undefined;

  /** The window's requests about changes. */
  get changes(): ReturnType<typeof engineChanges> {
    return engineChanges(this.engine.host);
  }

  stop(): Promise<void> {
    this.stopping ??= this.engine.shutDown();
    return this.stopping;
  }

  async create(
    agent: string,
    project: string,
    prompt?: string,
    isolation: Isolation = 'in-place',
  ): Promise<TestSession> {
    const id = unwrap(
      await this.engine.host.create({
        agentId: agent as AgentId,
        project,
        isolation,
        ...(prompt === undefined ? {} : { prompt: [{ type: 'text', text: prompt }] }),
      }),
    );
    return this.open(id);
  }

  async open(id: SessionId): Promise<TestSession> {
    const session = unwrap(await this.engine.host.open(id));
    return new TestSession(id, session.live.state, this);
  }
}

/**
 * One session, controlled as the window would do it: by commands, and by waiting for their effects.
 */
export class TestSession {
  constructor(
    readonly id: SessionId,
    readonly state: KeptState,
    private readonly test: TestEngine,
  ) {}

  async command(command: SessionCommand): Promise<void> {
    unwrap(await this.try(command));
  }

  try(command: SessionCommand): Promise<Result<void>> {
    return this.test.engine.host.dispatch(this.id, command);
  }

  send(text: string): Promise<void> {
    return this.command({ type: 'prompt.send', content: [{ type: 'text', text }] });
  }

  /** Settles at once if the condition holds, otherwise with the event that makes it hold. */
  async until(what: string, holds: (state: KeptState) => boolean, timeout?: number): Promise<void> {
    if (holds(this.state)) return;
    const options = timeout === undefined ? { what } : { what, timeout };
    await waitFor(this.test.engine.host.onDidAppend, () => holds(this.state), options);
  }

  nextEvent(type: SessionEventType): Promise<Envelope> {
    return waitFor(
      this.test.engine.host.onDidAppend,
      ({ sessionId, events }) =>
        sessionId === this.id && events.some((event) => event.type === type),
      { what: type },
    ).then(({ events }) => {
      const event = events.find((candidate) => candidate.type === type);
      if (!event) throw new Error(`No ${type} among the events.`);
      return event;
    });
  }

  ready(): Promise<void> {
    return this.until('the agent is ready', ({ head }) => head.connection.type === 'ready');
  }

  turnEnded(timeout?: number): Promise<void> {
    return this.until(
      'the turn ended',
      ({ head }) => head.turn === null && head.lastTurnEnd !== null && head.queue.length === 0,
      timeout,
    );
  }

  /** Settles when none of our work is pending, including the agent's turn. */
  async drained(): Promise<void> {
    const session = unwrap(await this.test.engine.host.open(this.id));
    await session.live.drain();
  }

  /** Settles when everything known about the session is in its log. */
  async drainedLog(): Promise<void> {
    const session = unwrap(await this.test.engine.host.open(this.id));
    await session.stored.sync();
  }

  /** The newest entry of a kind. */
  last<K extends EntryKind>(kind: K): Extract<KeptEntry, { kind: K }> {
    const entry = this.entries(kind).at(-1);
    if (entry === undefined) throw new Error(`There is no entry of the kind ${kind}.`);
    return entry;
  }

  /** The permission or form that waits for an answer, as soon as there is one. */
  async question(): Promise<PermissionEntry | ElicitationEntry> {
    await this.until('a question', ({ head }) => head.openRequests.length > 0);
    const [id] = this.state.head.openRequests;
    const entry = id && this.state.entries.get(id);
    if (entry?.kind !== 'permission' && entry?.kind !== 'elicitation') {
      throw new Error(`The open request ${id} is no question.`);
    }
    return entry;
  }

  async answer(optionId: string): Promise<void> {
    const { requestId } = await this.question();
    await this.command({ type: 'permission.answer', requestId, optionId });
  }

  async submit(answer: CommandOf<'elicitation.answer'>['answer']): Promise<void> {
    const { requestId } = await this.question();
    await this.command({ type: 'elicitation.answer', requestId, answer });
  }

  stop(): Promise<void> {
    return this.command({ type: 'turn.cancel' });
  }

  entries<K extends EntryKind>(kind: K): Extract<KeptEntry, { kind: K }>[] {
    return [...this.state.entries.values()].filter(
      (entry): entry is Extract<KeptEntry, { kind: K }> => entry.kind === kind,
    );
  }

  /** From now on, accepts everything that the agent proposes as soon as it arrives. */
  acceptChanges(): void {
    const { changes } = this.test;
    const deciding = new Queue();
    const accept = async () => {
      const listed = unwrap(await changes.list(this.id));
      const verdicts = listed.changes.flatMap(({ change, hunks }) => {
        const open = hunks.filter(({ outcome }) => outcome.state === 'pending');
        return open.length === 0
          ? []
          : {
              changeId: change.changeId,
              hunks: open.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
              acknowledgesRisk: true,
            };
      });
      if (verdicts.length > 0) unwrap(await changes.decide(this.id, verdicts));
    };
    const subscription = changes.onDidChange((id) => {
      if (id === this.id) void deciding.run(accept).catch(onUnexpectedError);
    });
    onTestFinished(async () => {
      subscription.dispose();
      await deciding.drain();
      deciding.dispose();
    });
  }

  /**
   * The messages, one per line: `user: …`, `agent: …`. Long replies may only be in the log: `agent:
   * [resting]`.
   */
  transcript(): string[] {
    return transcriptOf(this.state);
  }

  /** The same lines with the complete text. */
  async wholeTranscript(): Promise<string[]> {
    const { stored } = unwrap(await this.test.engine.host.open(this.id));
    return transcriptOf(unwrap(await stored.wholeState()));
  }
}

function transcriptOf({ entries }: KeptState): string[] {
  return [...entries.values()].flatMap((entry) => {
    if (entry.kind !== 'message') return [];
    const words = entry.blocks.map((block) =>
      block.type === 'text' ? block.text : `[${block.type}]`,
    );
    return [`${entry.role}: ${words.join('')}`];
  });
}

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new AppException(result.error);
  return result.value;
}
