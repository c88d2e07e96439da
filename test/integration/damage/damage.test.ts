import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { bundle } from '#test/support/bundle';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { seededRandom } from '#test/support/seededRandom';
import { standInNode } from '#test/support/standInNode';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';
import { damages } from '../../fixtures/damage/damages';
import type { Fact, Found, Plan } from '../../fixtures/damage/plan';
import { leftProcesses } from '../../hostile/leftovers';

// Shows I19.

const ROUNDS = Number(process.env.AIRLOCK_ROUNDS ?? (process.env.AIRLOCK_LONG_TESTS ? 500 : 8));
const SEED = Number(process.env.AIRLOCK_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** A variable by which what the app has started is known. */
const MARK = 'DAMAGE_MARK';
/** Rounds with one data folder: it grows, and every start opens all that is in it. */
const ROUNDS_TOGETHER = 8;
/** It is killed after so many confirmed facts, and some part of the time that one takes. */
const FACTS = 6;
const FACT_MILLISECONDS = 250;

const built = new TemporaryFolder();
let program: string;
beforeAll(async () => {
  program = await bundle('test/fixtures/damage/engine.ts', built.join('engine.mjs'));
});
afterAll(() => built.dispose());

describe('killing the app and damaging a file of its data', () => {
  it(`loses nothing that was confirmed, ${ROUNDS} times with seed ${SEED}`, {
    timeout: ROUNDS * 60_000,
  }, async () => {
    const random = seededRandom(SEED);
    for (let round = 0; round < ROUNDS; round += ROUNDS_TOGETHER) {
      const house = await House.build();
      const rounds = Math.min(ROUNDS_TOGETHER, ROUNDS - round);
      for (let one = 0; one < rounds; one++) await playRound(house, random);
      house.folder.dispose();
    }
  });
});

async function playRound(house: House, random: () => number): Promise<void> {
  await house.workUntilKilled(Math.floor(random() * FACTS), random() * FACT_MILLISECONDS);
  const kept = house.keptFiles();
  // Killed before it had written anything.
  if (kept.length === 0) return;
  const path = pick(kept, random);
  const damage = pick(damages, random);
  const what = `${damage.name}: ${relative(house.data, path)}, seed ${SEED}`;
  const before = house.contents();
  const restore = damage.apply(path, random);
  const damaged = await house.look();
  house.expectKept(before, what);
  house.expectSaid(damaged, what);
  restore();
  house.expectWhole(await house.look(), what);
}

/** A data folder with what the app has confirmed about it. */
class House {
  private readonly sessions = new Set<SessionId>();
  private readonly facts: Fact[] = [];

  private constructor(
    readonly folder: TemporaryFolder,
    private readonly plan: Omit<Plan, 'mode' | 'sessions'>,
  ) {}

  static async build(): Promise<House> {
    const folder = testFolder();
    await GitRepository.createWith(folder.join('project'), { 'a.txt': 'one\ntwo\n' });
    const { command, args, env } = scriptedAgent(folder, {
      turns: [[{ shell: 'echo made > made-$(date +%s%N).txt' }, { say: 'Done.' }]],
    });
    return new House(folder, {
      data: folder.folder('data'),
      home: folder.folder('home'),
      project: folder.join('project'),
      agent: { command, args, env },
    });
  }

  get data(): string {
    return this.plan.data;
  }

  async workUntilKilled(facts: number, milliseconds: number): Promise<void> {
    const child = this.spawn('work');
    const closed = once(child, 'close');
    const known: Fact[] = [];
    const enough = Promise.withResolvers<void>();
    if (facts === 0) enough.resolve();
    createInterface({ input: child.stdout }).on('line', (line) => {
      known.push(JSON.parse(line) as Fact);
      if (known.length >= facts) enough.resolve();
    });
    await Promise.race([enough.promise, closed]);
    await Promise.race([wait(milliseconds), closed]);
    child.kill('SIGKILL');
    await closed;
    expect(child.exitCode, 'the app ended by itself').toBe(null);
    // A git command that it had started may still be writing.
    expect(await leftProcesses({ mark: [MARK, this.data] })).toEqual([]);
    for (const fact of known) {
      this.sessions.add(fact.id);
      this.facts.push(fact);
    }
  }

  async look(): Promise<Found> {
    const child = this.spawn('look');
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    const [code] = await once(child, 'close');
    expect(code, 'the app did not start and quit').toBe(0);
    return JSON.parse(Buffer.concat(pieces).toString()) as Found;
  }

  /** One of each kind is as likely as one of another, however many there are. */
  keptFiles(): readonly string[] {
    const kinds = new Map<string, string[]>();
    for (const path of filesBelow(this.data)) {
      const parts = relative(this.data, path).split(sep);
      if (parts[0] === 'worktrees') continue;
      const kind = parts.map((part) => part.replace(/[0-9a-f]{38}|^ses_.*|^[0-9a-f]{2}$/, '*'));
      const known = kinds.get(kind.join('/')) ?? [];
      kinds.set(kind.join('/'), [...known, path]);
    }
    return [...kinds.values()].map((paths) => paths[paths.length >> 1] ?? '');
  }

  /** What users would miss: the copies that agents work in, and the user's own files. */
  contents(): ReadonlyMap<string, string> {
    const folders = [join(this.data, 'worktrees'), this.plan.project];
    const files = folders.flatMap((folder) => filesBelow(folder));
    const own = files.filter((path) => !relative(this.plan.project, path).startsWith('.git'));
    return new Map(own.map((path) => [path, hashOf(path)]));
  }

  expectKept(before: ReadonlyMap<string, string>, what: string): void {
    const now = this.contents();
    for (const [path, hash] of before) expect(now.get(path), `${path} after ${what}`).toBe(hash);
  }

  /** Every session is there, or said not to be readable; every fault has words. */
  expectSaid(found: Found, what: string): void {
    const known = new Set([...found.listed, ...found.unreadable]);
    for (const id of this.sessions) expect(known.has(id), `${id} after ${what}`).toBe(true);
    const isWhole = Object.values(found.sessions).every(({ fault }) => fault === null);
    if (isWhole) return;
    for (const { fault } of Object.values(found.sessions)) expect(fault).not.toBe('');
  }

  expectWhole(found: Found, what: string): void {
    for (const id of this.sessions) expect(found.listed, `after ${what}`).toContain(id);
    for (const fact of this.facts) {
      const session = found.sessions[fact.id];
      expect(session?.fault, `${fact.id} after ${what}`).toBe(null);
      if (fact.type === 'prompt') expect(session?.prompts, what).toContain(fact.prompt);
      if (fact.type === 'decision') expect(session?.decisions, what).toContain(fact.decisionId);
    }
  }

  private spawn(mode: Plan['mode']) {
    const plan: Plan = { ...this.plan, mode, sessions: [...this.sessions] };
    const { command, env } = standInNode();
    return spawn(command, [program, JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env, [MARK]: this.data },
    });
  }
}

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(path: string): string {
  const isLink = lstatSync(path).isSymbolicLink();
  const bytes = isLink ? readlinkSync(path) : readFileSync(path);
  return createHash('sha256').update(bytes).digest('hex');
}
