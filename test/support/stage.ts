import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LadderTimings } from '#main/agents/process/shutdownLadder';
import type { EngineOptions } from '#main/engine/engineOptions';
import type { SessionId } from '#shared/ids';
import type { Isolation } from '#shared/session/isolation';
import { type AgentSettings, defaultSettings, type Settings } from '#shared/settings';
import type { Scenario } from '../agent/scenario';
import type { Json } from '../agent/step';
import { gone, isWaitingOutside, pidsWithMarker } from './processes';
import { type ScriptedAgent, scriptedAgent } from './scenario';
import type { TemporaryFolder } from './temporaryFolder';
import { TestEngine, type TestSession } from './testEngine';
import { testFolder } from './testFolder';

/** A name that is not withheld from agents. */
const MARK = 'STAGE_MARK';

/** A well-behaved agent ends by itself; others get less time than users would give them. */
const ladder: LadderTimings = {
  inputMilliseconds: 250,
  terminateMilliseconds: 250,
  killMilliseconds: 2_000,
  pollMilliseconds: 10,
};

/**
 * For tests of an agent that starts but does not answer: a fraction of users' waiting times. The
 * time of a start depends on the machine.
 */
export const hasty = {
  openMilliseconds: 2_000,
  answerMilliseconds: 300,
  closeMilliseconds: 200,
  cancelPatienceMilliseconds: 100,
} satisfies EngineOptions['timings'];

export interface StageOptions {
  /** Further scripted agents, keyed by their ids in the settings. */
  readonly others?: Readonly<Record<string, Scenario | string>>;
  readonly settings?: Readonly<Record<string, AgentSettings>>;
  readonly mcpServers?: Settings['mcpServers'];
  readonly timings?: EngineOptions['timings'];
  readonly openFile?: EngineOptions['openFile'];
  /** Called with the folder of the engine's data before the engine starts. */
  prepareData?(folder: string): void;
  /** A folder for the record of all messages on the wires. */
  readonly traceFolder?: string;
  /** False: the scripted agents run without a separate namespace. */
  readonly namespace?: boolean;
}

/**
 * An engine with a scripted agent and a project. When the test is over, nothing that any of them
 * has started may be left.
 */
export class Stage {
  private readonly agents: Record<string, ScriptedAgent> = {};
  private readonly mark = randomUUID();
  private engineNow: TestEngine | undefined;

  private constructor(
    readonly folder: TemporaryFolder,
    private readonly options: StageOptions,
  ) {}

  /** Plays a given scenario, or one of test/scenarios by name, as the agent `scripted`. */
  static async play(scenario: Scenario | string, options: StageOptions = {}): Promise<Stage> {
    const stage = new Stage(testFolder(), options);
    onTestFinished(() => stage.quiet());
    mkdirSync(stage.project);
    for (const [id, played] of Object.entries({ scripted: scenario, ...options.others })) {
      stage.agents[id] = scriptedAgent(stage.folder, played, id);
    }
    await stage.start();
    return stage;
  }

  get project(): string {
    return this.folder.join('project');
  }

  get engine(): TestEngine {
    if (this.engineNow === undefined) throw new Error('The engine was not started.');
    return this.engineNow;
  }

  get agent(): ScriptedAgent {
    return this.agentOf('scripted');
  }

  get journal(): ScriptedAgent['journal'] {
    return this.agent.journal;
  }

  agentOf(id: string): ScriptedAgent {
    const agent = this.agents[id];
    if (agent === undefined) throw new Error(`There is no agent ${id}.`);
    return agent;
  }

  /** Writes a file of the project. */
  write(path: string, content: string | Uint8Array): string {
    const file = join(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  read(path: string): string {
    return readFileSync(join(this.project, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.project, path));
  }

  /** Creates a session. In place, commands need the user's answer, so a copy is the default. */
  session(
    prompt?: string,
    agent = 'scripted',
    isolation: Isolation = 'isolated',
  ): Promise<TestSession> {
    return this.engine.create(agent, this.project, prompt, isolation);
  }

  /** A session whose agent is ready, before any prompt. */
  async readySession(agent = 'scripted'): Promise<TestSession> {
    const session = await this.session(undefined, agent);
    await session.ready();
    return session;
  }

  /** Settles when no process runs any more. */
  quiet(): Promise<void> {
    return gone(() => this.processes());
  }

  /** Settles when no more than this many processes run, not counting those that wait for them. */
  quietBut(count: number): Promise<void> {
    return gone(() =>
      this.processes()
        .filter((pid) => !isWaitingOutside(pid))
        .slice(count),
    );
  }

  /** Removes the agent from the settings, from the next start on. */
  forget(id: string): void {
    delete this.agents[id];
  }

  /** Ends the program and starts it again with the same data. */
  async restart(): Promise<void> {
    await this.engine.stop();
    await this.start();
  }

  async reopen(id: SessionId): Promise<TestSession> {
    await this.restart();
    return this.engine.open(id);
  }

  logFile(id: SessionId): string {
    return this.folder.join('data', 'sessions', id, 'log.ndjson');
  }

  /** Live processes that the engine, its agents or their commands have started. */
  processes(): readonly number[] {
    return pidsWithMarker(MARK, this.mark);
  }

  /** The params of all requests and notifications of a method that the agent received. */
  received(method: string, agent = 'scripted'): readonly Readonly<Record<string, Json>>[] {
    return this.agentOf(agent)
      .journal.of('received')
      .flatMap(({ message }) => (message.method === method ? [message.params ?? {}] : []));
  }

  /**
   * Our answers to the agent's requests of a method, in the order in which the agent received them.
   */
  answers(method: string, agent = 'scripted'): readonly unknown[] {
    return this.agentOf(agent)
      .journal.of('answered')
      .filter((entry) => entry.method === method)
      .map(({ result, error }) => error ?? result);
  }

  private async start(): Promise<void> {
    const { traceFolder, openFile, prepareData, namespace = true, mcpServers = {} } = this.options;
    const environment = { ...process.env, [MARK]: this.mark } as Record<string, string>;
    const settings = Object.entries(this.agents).map(([id, { command, args, env }]) => [
      id,
      { command, args, env, wire: 'acp' as const, namespace },
    ]);
    const agents = { ...Object.fromEntries(settings), ...this.options.settings };
    const data = this.folder.folder('data');
    if (this.engineNow === undefined) prepareData?.(data);
    this.engineNow = await TestEngine.start(data, agents, {
      settings: () => ({ ...defaultSettings, agents, mcpServers }),
      environment: async () => ({ variables: environment, source: 'process', shell: null }),
      timings: { ladder, ...this.options.timings },
      openFile,
      ...(traceFolder === undefined ? {} : { traceFolder: this.folder.join(traceFolder) }),
    });
  }
}
