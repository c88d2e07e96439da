import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Journal } from '../support/journal';
import { RpcClient } from '../support/rpcClient';
import { type ScriptedAgent, scriptedAgent } from '../support/scenario';
import { TemporaryFolder } from '../support/temporaryFolder';
import type { Scenario } from './scenario';
import type { Json } from './step';

export type Answer = Readonly<Record<string, Json>>;

/** A scripted agent that has been started and greeted, and the client that talks to it. */
export class RunningAgent {
  readonly client: RpcClient;
  readonly cwd: string;

  constructor(
    readonly folder: TemporaryFolder,
    readonly script: ScriptedAgent,
  ) {
    this.cwd = folder.folder('project');
    this.client = new RpcClient(script, this.cwd);
  }

  get journal(): Journal {
    return this.script.journal;
  }

  async initialize(): Promise<Answer> {
    return this.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  }

  async newSession(): Promise<string> {
    const { sessionId } = await this.request('session/new', { cwd: this.cwd, mcpServers: [] });
    return String(sessionId);
  }

  /** Sends a prompt and returns its id at once. */
  prompt(sessionId: string, text: string): number {
    return this.client.begin('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** Sends a prompt and waits for the end of the turn. */
  async turn(sessionId: string, text = 'go'): Promise<Answer> {
    return (await this.client.answerTo(this.prompt(sessionId, text))) as Answer;
  }

  async request(method: string, params: Answer): Promise<Answer> {
    return (await this.client.request(method, params)) as Answer;
  }

  /** What the agent said in a session, as one text. */
  said(sessionId?: string): string {
    return this.client
      .updates(sessionId)
      .filter((update) => update?.sessionUpdate === 'agent_message_chunk')
      .map((update) => (update.content as { text?: string }).text ?? '')
      .join('');
  }

  /** Another process of the same scenario, after the first one is gone. */
  async restart(): Promise<RunningAgent> {
    await this.client.dispose();
    return new RunningAgent(this.folder, this.script);
  }
}

/** For one test, which ends it. */
export function startAgent(scenario: Scenario | string): RunningAgent {
  const agent = run(scenario);
  onTestFinished(() => end(agent));
  return agent;
}

/** For all tests of a suite, which take sessions of their own: starting one takes a while. */
export function shareAgent(scenario: Scenario): () => RunningAgent {
  let agent: RunningAgent | undefined;
  beforeAll(() => {
    agent = run(scenario);
  });
  afterAll(() => agent && end(agent));
  return () => {
    if (!agent) throw new Error('The agent runs inside tests only.');
    return agent;
  };
}

function run(scenario: Scenario | string): RunningAgent {
  const folder = new TemporaryFolder();
  return new RunningAgent(folder, scriptedAgent(folder, scenario));
}

async function end({ client, folder }: RunningAgent): Promise<void> {
  await client.dispose();
  folder.dispose();
}
