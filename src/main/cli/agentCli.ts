import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { AgentDefinition } from '#main/agents/agents';
import { createShellEnvironment } from '#main/agents/process/environment/shellEnvironment';
import { StructuredLogger } from '#main/base/log/logger';
import { ownNode } from '#main/base/process/ownNode';
import { createEngine, type Engine } from '#main/engine/engine';
import { AppException } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import { defaultSettings } from '#shared/settings';
import { TerminalClient } from './terminalClient';

/** Lines of a stream, each returned once and only when requested. */
class LineInput {
  private readonly lines: string[] = [];
  private readonly waiting: ((line: string | null) => void)[] = [];
  private hasEnded = false;
  private readonly reader;

  constructor(input: Readable) {
    this.reader = createInterface({ input });
    this.reader.on('line', (line) => {
      const next = this.waiting.shift();
      if (next) next(line);
      else this.lines.push(line);
    });
    this.reader.on('close', () => {
      this.hasEnded = true;
      for (const next of this.waiting.splice(0)) next(null);
    });
  }

  /** Null at the end. */
  next(): Promise<string | null> {
    const line = this.lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.hasEnded) return Promise.resolve(null);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.reader.close();
  }
}

/**
 * Talks to an agent from the terminal: `npm run agent -- <command> [arguments…]`, or without a
 * command to the shipped agent. It works in a copy of the current folder, which is deleted
 * afterwards. With `--check` before the command, the agent is checked instead;
 * `--check-with-prompts` also checks it with its model; `--check-script=<file>` replaces the
 * prompts, as JSON.
 */
const given = process.argv.slice(2);
const first = given.findIndex((argument) => !argument.startsWith('--check'));
const options = given.slice(0, first === -1 ? given.length : first);
const [command, ...args] = given.slice(options.length);
const scriptFile = options.find((option) => option.startsWith('--check-script='))?.split('=')[1];
const agentId = (command === undefined ? 'demo' : 'chosen') as AgentId;
const data = await mkdtemp(join(tmpdir(), 'airlock-agent-'));
const input = new LineInput(process.stdin);
try {
  const engine = await createEngine({
    dataFolder: data,
    clientVersion: 'cli',
    demoAgent: demoAgent(),
    searchWorker: 'in-process',
    logger: new StructuredLogger({ append: debug, flush: async () => undefined }),
    settings: () => ({
      ...defaultSettings,
      agents: command === undefined ? {} : { chosen: { name: command, command, args } },
    }),
    environment: createShellEnvironment(),
    checkScript:
      scriptFile === undefined ? undefined : JSON.parse(readFileSync(scriptFile, 'utf8')),
  });
  try {
    if (options.length > 0) await check(engine);
    else await converse(engine);
  } finally {
    await engine.shutDown();
  }
} catch (error) {
  if (!(error instanceof AppException)) throw error;
  const { message, detail } = error;
  process.stderr.write(`airlock: ${message}${detail === undefined ? '' : ` ${detail}`}\n`);
  process.exitCode = 1;
} finally {
  input.close();
  await rm(data, { recursive: true, force: true });
}

async function check({ agents, agentChecks: doctor }: Engine): Promise<void> {
  const definition = agents.find(agentId);
  if (definition === undefined) throw new Error('There is no such agent.');
  process.on('SIGINT', () => doctor.cancel(agentId));
  const result = await doctor.check(definition, options.includes('--check-with-prompts'));
  const report = doctor.report(agentId);
  write(`${report.ok ? report.value : (doctor.state(agentId).failure ?? 'Cancelled.')}\n`);
  const isGood = result?.findings.every(({ verdict }) => verdict !== 'problem') ?? false;
  if (!isGood) process.exitCode = 1;
}

async function converse({ host }: Engine): Promise<void> {
  const created = await host.create({
    agentId,
    project: process.env.INIT_CWD ?? process.cwd(),
    isolation: 'isolated',
  });
  if (!created.ok) throw new AppException(created.error);
  const session = await host.open(created.value);
  if (!session.ok) throw new AppException(session.error);
  const { state } = session.value.live;
  using client = new TerminalClient({
    host,
    sessionId: created.value,
    state,
    nextLine: () => input.next(),
    write,
  });
  write(`· working in ${state.head.cwd}\n`);
  process.on('SIGINT', () => {
    if (!client.interrupt()) input.close();
  });
  await client.run();
  // This also deletes the agent's copy.
  await host.delete(created.value);
}

function demoAgent(): AgentDefinition {
  const { file, env } = ownNode();
  return {
    id: 'demo' as AgentId,
    name: 'Airlock Demo',
    command: file,
    args: [join(import.meta.dirname, `demo-agent${extname(import.meta.filename)}`)],
    env,
    wire: 'acp',
  };
}

function write(text: string): void {
  process.stdout.write(text);
}

function debug(line: string): void {
  if (process.env.AIRLOCK_DEBUG) process.stderr.write(`${line}\n`);
}
