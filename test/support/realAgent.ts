import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import { LineChannel } from '#main/agents/lines/lineChannel';
import { WireTap } from '#main/agents/lines/wireTap';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import type { AgentSessionId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';
import { RecordingClient } from './recordingClient';
import type { TemporaryFolder } from './temporaryFolder';

/** The folder of the scripts that start the real programs; see docs for how to get them. */
export const launchFolder = process.env.AIRLOCK_REAL_AGENTS;

export interface RealAgent {
  readonly connection: AgentConnection;
  readonly client: RecordingClient;
  /** Ends the process, as when the app is closed. */
  close(): Promise<void>;
}

export interface RealAgentOptions {
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly resumes?: AgentSessionId;
  connect(options: ConnectOptions): Promise<AgentConnection>;
}

/** Starts a real program in the folder and speaks its own protocol with it. */
export async function startRealAgent(
  folder: TemporaryFolder,
  { script, args = [], env = {}, resumes, connect }: RealAgentOptions,
): Promise<RealAgent> {
  const launcher = new AgentLauncher({
    environment: async () => ({ variables: environment(), source: 'process', shell: null }),
    ledgerPath: folder.join('processes.json'),
    logger: new MemoryLogger(),
  });
  const workspace = folder.folder('workspace');
  const command = join(launchFolder ?? '', script);
  const launched = await launcher.launch({ command, args, env, cwd: workspace });
  if (!launched.ok) throw new Error(launched.error.message);
  const agent = launched.value;
  const client = new RecordingClient();
  const tap = new WireTap();
  const report = client.report.bind(client);
  const channel = new LineChannel({ transport: agent.transport, tap, report });
  let connection: AgentConnection | undefined;
  const close = async () => {
    connection?.dispose();
    channel.dispose();
    tap.dispose();
    await agent.close();
    agent.dispose();
    await launcher.closeAll();
    launcher.dispose();
  };
  onTestFinished(close);
  connection = await connect({
    channel,
    client,
    services: { fileSystem: true, terminal: true },
    clientVersion: '0.0.0-test',
    workingDirectory: workspace,
    signal: AbortSignal.timeout(30_000),
    ...(resumes === undefined ? {} : { resumes }),
  });
  return { connection, client, close };
}

/** The variables that the starting scripts read. */
const passedOn = ['AGENTS_ROOT', 'FAKE_LLM', 'NODE_BIN', 'BIN'];

function environment(): Record<string, string> {
  const { PATH = '', HOME = homedir() } = process.env;
  // Codex makes no helper programs if its home is in a temporary folder.
  const home = join(HOME, '.cache', 'airlock-real-agents');
  mkdirSync(home, { recursive: true });
  const given = passedOn.map((name) => [name, process.env[name] ?? ''] as const);
  const set = given.filter(([, value]) => value !== '');
  return { PATH, HOME, AGENT_HOME: home, ...Object.fromEntries(set) };
}
