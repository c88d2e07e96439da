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

/** Not one of the names that are kept from agents. */
const MARK = 'STAGE_MARK';

/** A polite agent ends by itself; what does not is not waited for as long as users would. */
const ladder: LadderTimings = {
  inputMilliseconds: 250,
  terminateMilliseconds: 250,
  killMilliseconds: 2_000,
  pollMilliseconds: 10,
};

/**
 * For tests of what happens when an agent that has started does not answer: a fraction of what users wait. How
 * long a start takes is up to the machine.
 */
export const hasty = {
  openMilliseconds: 2_000,
  answerMilliseconds: 300,
  closeMilliseconds: 200,
  cancelPatienceMilliseconds: 100,
} satisfies EngineOptions['timings'];

export interface StageOptions {
  /** Further scripted agents, by the id that they have in the settings. */
  readonly others?: Readonly<Record<string, Scenario | string>>;
  readonly settings?: Readonly<Record<string, AgentSettings>>;
  readonly mcpServers?: Settings['mcpServers'];
  readonly timings?: EngineOptions['timings'];
  readonly openFile?: EngineOptions['openFile'];
  /** Called with the folder of the engine's data before the engine starts. */
  prepareData?(folder: string): void;
  /** A folder of the stage's own, where all that goes over the wires is written. */
  readonly traceFolder?: string;
  /** False: the scripted agents run without a namespace of their own. */
  readonly namespace?: boolean;
}

/**
 * An engine with a scripted agent and a project to work on. When the test is over, nothing that
 * any of them has started may be left.
 */
export class Stage {
  private readonly agents: Record<string, ScriptedAgent> = {};
  private readonly mark = randomUUID();
  private engineNow: TestEngine | undefined;

  private constructor(
    readonly folder: TemporaryFolder,
    private readonly options: StageOptions,
  ) {}

  /** Plays a scenario given here, or one of test/scenarios by its name, as the agent `scripted`. */
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

  /** Commands are asked for in place, so that it is taken for a copy unless said otherwise. */
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

  /** Settles when nothing runs any more. */
  quiet(): Promise<void> {
    return gone(() => this.processes());
  }

  /** Settles when no more than so many processes run, not counting what waits for them. */
  quietBut(count: number): Promise<void> {
    return gone(() =>
      this.processes()
        .filter((pid) => !isWaitingOutside(pid))
        .slice(count),
    );
  }

  /** From the next start on the agent is not in the settings. */
  forget(id: string): void {
    delete this.agents[id];
  }

  /** Ends the program and starts it again over the same data. */
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

  /** Whatever the engine, its agents and their commands have started and that still lives. */
  processes(): readonly number[] {
    return pidsWithMarker(MARK, this.mark);
  }

  /** The params of all requests and notifications of a method that the agent was sent. */
  received(method: string, agent = 'scripted'): readonly Readonly<Record<string, Json>>[] {
    return this.agentOf(agent)
      .journal.of('received')
      .flatMap(({ message }) => (message.method === method ? [message.params ?? {}] : []));
  }

  /** What we answered to the agent's requests of a method, in the order that the agent heard it. */
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
