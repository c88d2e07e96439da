import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentSettings } from '#shared/settings';
import { takenInTurn } from '../../scripts/testing/rotation.mjs';
import type { JournalEntry } from '../agent/journalEntry';
import type { Scenario } from '../agent/scenario';
import { sharedBundle } from '../support/bundle';
import { GitRepository } from '../support/gitRepository';
import { scriptedAgent } from '../support/scenario';
import { agentNode, standInNode } from '../support/standInNode';
import { TemporaryFolder } from '../support/temporaryFolder';
import { crowding } from './crowding';
import type { EngineCalls } from './engineProgram';
import { type Evidence, type InnerEvidence, noEvidence } from './evidence';
import { brokenInvariants, isMerelySlow, leastOf } from './invariants';
import { changedPaths, filesWith, fingerprintOf, leftProcesses } from './leftovers';
import type { HostileMode, HostileModes } from './mode';

const AGENT = fileURLToPath(new URL('./hostileAgent.mjs', import.meta.url));
const MEBIBYTE = 1024 * 1024;
const MARK = 'HOSTILE_MARK';
const TAG = 'HOSTILE_TAG';
const SECRET = 'HOSTILE_TOKEN';

/** On a busy machine what took too long is tried again. */
const ATTEMPTS = 3;

export interface RunOptions {
  readonly seed: number;
  readonly isLong: boolean;
  /** Where a line is added of each try of a mode: what it took, and what was wrong. */
  readonly figures?: string | undefined;
}

/** Engines in processes of their own, and agents let loose on them, one after the other. */
export class HostileRun {
  private readonly folder = new TemporaryFolder('airlock-hostile');
  private readonly mark = randomUUID();
  private readonly secret = `canary${randomUUID().replaceAll('-', '')}`;
  private readonly outside = this.folder.folder('outside');
  private readonly project = this.folder.join('project');
  private readonly data = this.folder.folder('data');
  private programs: Promise<readonly [program: string, searchWorker: string]> | undefined;
  private engine: ChildEngine | undefined;
  private attempts = 0;

  constructor(private readonly options: RunOptions) {}

  /** What is broken after the mode, one sentence each. */
  async play(name: string, mode: HostileMode): Promise<readonly string[]> {
    let evidence = await this.attempt(name, mode);
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      const broken = brokenInvariants(evidence, mode.ends);
      if (broken.length === 0 || !isMerelySlow(evidence, mode.ends)) return broken;
      evidence = leastOf(evidence, await this.attempt(name, mode));
    }
    return brokenInvariants(evidence, mode.ends);
  }

  /** Ends the app; gives what is broken after that. */
  async quit(): Promise<readonly string[]> {
    if (this.engine === undefined) return [];
    const quitMilliseconds = await this.shutDown(this.engine);
    const left = await leftProcesses({ mark: [MARK, this.mark] });
    const evidence = { ...noEvidence, quitMilliseconds, leftProcesses: left };
    return brokenInvariants(evidence, ['end_turn']);
  }

  async dispose(): Promise<void> {
    await this.engine?.kill();
    this.folder.dispose();
  }

  private async attempt(name: string, mode: HostileMode): Promise<Evidence> {
    const evidence = await this.loose(name, mode);
    const { figures } = this.options;
    if (figures === undefined) return evidence;
    const { end, stillMilliseconds, quitMilliseconds, memory } = evidence;
    const line = {
      name,
      end,
      stillMilliseconds,
      liveMebibytes: Math.round(memory.liveBytes / MEBIBYTE),
      residentMebibytes: Math.round(memory.residentBytes / MEBIBYTE),
      quitMilliseconds,
      broken: brokenInvariants(evidence, mode.ends),
    };
    appendFileSync(figures, `${JSON.stringify(line)}\n`);
    return evidence;
  }

  /** Plays the mode once, and compares what was there before with what is there after. */
  private async loose(name: string, mode: HostileMode): Promise<Evidence> {
    const { seed, isLong } = this.options;
    this.attempts += 1;
    const tag = `hostile-${this.attempts}-${this.mark}`;
    const n = (isLong ? (mode.long ?? mode.n) : mode.n) ?? 1;
    await this.prepare();
    const agent = hostileAgent(this.folder, `${name}-${this.attempts}`, {
      mode: name,
      seed: String(seed),
      n: String(n),
      outside: this.outside,
      tag,
    });
    const engine = await this.start(agent.settings, tag);
    const before = this.fingerprint(mode);
    const { scenario: _scenario, check, ...played } = mode;
    const inner: InnerEvidence = await engine.call('play', {
      ...played,
      agent: 'hostile',
      project: this.project,
      milliseconds: isLong ? 600_000 : 120_000,
    });
    const journal = agent.journal();
    const complaints =
      inner.end === null && mode.quits === undefined
        ? []
        : (check?.({
            ...inner,
            end: inner.end ?? 'interrupted',
            journal,
            seed,
            n,
            read: (path) => readIfThere(join(inner.cwd, path)),
          }) ?? []);
    const leaks = await filesWith(this.data, this.secret);
    const after = await this.finish(engine, mode);
    const left = await leftProcesses({ mark: [TAG, tag], tag, folder: inner.cwd });
    return {
      ...inner,
      ...(mode.quits === undefined ? {} : { end: mode.ends[0] ?? null }),
      unexpected: [...inner.unexpected, ...after.unexpected],
      complaints,
      leaks,
      leftProcesses: left,
      changedOutside: changedPaths(before, this.fingerprint(mode)),
      quitMilliseconds: after.quitMilliseconds,
    };
  }

  private async finish(engine: ChildEngine, mode: HostileMode) {
    if (mode.quits === undefined) {
      return { unexpected: await engine.call('delete', undefined), quitMilliseconds: null };
    }
    if (mode.quits === 'closed') {
      return { unexpected: [], quitMilliseconds: await this.shutDown(engine) };
    }
    this.engine = undefined;
    await engine.kill();
    return { unexpected: [], quitMilliseconds: null };
  }

  /** How long it takes, on a machine that has nothing else to do. */
  private async shutDown(engine: ChildEngine): Promise<number> {
    const started = Date.now();
    await engine.call('shutDown', undefined);
    const milliseconds = Date.now() - started;
    this.engine = undefined;
    await engine.end();
    return Math.round(milliseconds / crowding());
  }

  /** A project to work on, and beside it what must not be touched. */
  private async prepare(): Promise<void> {
    rmSync(this.outside, { recursive: true });
    mkdirSync(this.outside);
    for (const name of ['victim.txt', 'top.txt']) {
      writeFileSync(join(this.outside, name), `outside-canary ${name}\n`);
    }
    if (this.attempts > 1) return;
    await GitRepository.createWith(this.project, {
      'README.md': 'Read me\n',
      'top.txt': 'top\n',
      'dir/victim.txt': 'inside\n',
      'src/main.ts': 'export const answer = 42;\n',
    });
  }

  private async start(settings: AgentSettings, tag: string): Promise<ChildEngine> {
    const env = { ...settings.env, [TAG]: tag, [SECRET]: this.secret };
    const hostile = { ...settings, env };
    if (this.engine !== undefined) {
      await this.engine.call('replaceAgent', hostile);
      return this.engine;
    }
    this.programs ??= Promise.all([
      sharedBundle('test/hostile/engineProgram.ts'),
      sharedBundle('src/main/host/store/search/searchWorker.ts'),
    ]);
    const [program, searchWorker] = await this.programs;
    const { command, args, env: own } = scriptedAgent(this.folder, healthyScenario, 'healthy');
    this.engine = new ChildEngine(program, { [MARK]: this.mark });
    await this.engine.call('start', {
      data: this.data,
      searchWorker,
      agents: { hostile, healthy: { command, args, env: own, wire: 'acp' } },
    });
    return this.engine;
  }

  private fingerprint({ reviews }: HostileMode): ReadonlyMap<string, string> {
    const files = new Map(fingerprintOf(this.outside, this.folder.path));
    // What the user accepts is written into the project, and must be.
    if (reviews === 'accept') return files;
    return new Map([...files, ...fingerprintOf(this.project, this.folder.path)]);
  }
}

/** The engine's process, and what is asked of it. */
class ChildEngine {
  private readonly child: ChildProcess;
  private calls = 0;

  constructor(program: string, mark: Readonly<Record<string, string>>) {
    const { command, env } = standInNode();
    this.child = fork(program, [], {
      execPath: command,
      execArgv: [],
      env: { ...process.env, ...env, ...mark },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
    this.child.setMaxListeners(0);
  }

  call<Name extends keyof EngineCalls>(
    name: Name,
    argument: Parameters<EngineCalls[Name]>[0] | undefined,
  ): ReturnType<EngineCalls[Name]> {
    const id = ++this.calls;
    const { child } = this;
    const answer = new Promise((resolve, reject) => {
      const hear = (message: { id: number; value?: unknown; error?: string }) => {
        if (message.id !== id) return;
        done();
        if (message.error === undefined) resolve(message.value);
        else reject(new Error(message.error));
      };
      const lose = () => {
        done();
        reject(new Error(`The engine's process ended during ${name}.`));
      };
      const done = () => child.off('message', hear).off('exit', lose);
      child.on('message', hear).on('exit', lose);
      if (child.connected) child.send({ id, name, argument });
      else lose();
    });
    return answer as ReturnType<EngineCalls[Name]>;
  }

  async end(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** An agent that means no harm; it is there for all modes of a run. */
export const healthyScenario: Scenario = {
  lifetimeMinutes: 180,
  turns: [[{ say: { text: 'As ever.', chunks: 4 } }]],
};

/** The hostile agent as the settings have it, and what it writes down. */
export function hostileAgent(
  folder: TemporaryFolder,
  name: string,
  values: Readonly<Record<'mode' | 'seed' | 'n' | 'outside' | 'tag', string>>,
): { readonly settings: AgentSettings; journal(): readonly JournalEntry[] } {
  const { command, env } = agentNode();
  const gates = folder.folder(`${name}.gates`);
  const journal = folder.join(`${name}.journal.ndjson`);
  const options = Object.entries({ ...values, journal, gates });
  const args = [AGENT, ...options.flatMap(([key, value]) => [`--${key}`, value])];
  return {
    settings: { command, args, env, wire: 'acp' },
    journal: () =>
      (readIfThere(journal) ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): JournalEntry => JSON.parse(line)),
  };
}

/** Those of the modes that there is time for. */
export interface ModeChoice {
  readonly seed: number;
  readonly isLong: boolean;
  /** Every mode of the short form, and not only the share of one run. */
  readonly takesAll: boolean;
}

/** One run of the short form plays so many modes of a family; which, the seed decides. */
const SHARE = 1 / 6;

export function chosenModes(
  modes: HostileModes,
  { seed, isLong, takesAll }: ModeChoice,
): readonly [string, HostileMode][] {
  const entries = Object.entries(modes).filter(([, mode]) => isLong || !mode.isLong);
  return isLong || takesAll ? entries : takenInTurn(entries, SHARE, seed);
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There is none, or it may not be read.
    return null;
  }
}
