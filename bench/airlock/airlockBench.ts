import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Airlock, type SessionAirlock } from '#main/airlock/airlock';
import type { Result } from '#shared/errors';
import { createIdSource, type SessionId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';
import { median, report } from '../report.mjs';

const run = promisify(execFile);
const ROUNDS = 5;
/** Each round writes and deletes all files twice. */
const START_ROUNDS = 3;
const FOLDERS = 1_000;
const FILES_EACH = 20;
const FILES = FOLDERS * FILES_EACH;

const folder = process.argv[2] ?? '';
const ids = createIdSource(() => randomBytes(12).toString('base64url'));
const project = join(folder, 'project');

const airlock = new Airlock({
  data: join(folder, 'data'),
  worktrees: join(folder, 'worktrees'),
  ids,
  logger: new MemoryLogger(),
});

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  await run('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
  });
}

async function makeProject(): Promise<void> {
  await mkdir(project);
  for (let index = 0; index < FOLDERS; index++) {
    const place = join(project, `area${index % 20}`, `part${index}`);
    await mkdir(place, { recursive: true });
    const files = Array.from({ length: FILES_EACH }, (_, file) =>
      writeFile(join(place, `file${file}.ts`), text(index, file)),
    );
    await Promise.all(files);
  }
  await git(project, 'init', '--quiet');
  await git(project, 'add', '.');
  await git(project, 'commit', '--quiet', '-m', 'All of it');
}

function text(index: number, file: number): string {
  return Array.from({ length: 30 }, (_, line) => `export const v${line} = ${index * file};\n`).join(
    '',
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Alternates between both, so that noise affects them equally; the first round is a warm-up. */
async function inTurns(
  measureLimit: (round: number) => Promise<number>,
  measure: (round: number) => Promise<number>,
  rounds = ROUNDS,
): Promise<{ limit: number; took: number }> {
  const limits: number[] = [];
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const limit = await measureLimit(round);
    const time = await measure(round);
    if (round === 0) continue;
    limits.push(limit);
    times.push(time);
  }
  return { limit: median(limits), took: median(times) };
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function open(sessionId: SessionId, isolation: 'isolated' | 'in-place' = 'isolated') {
  return value(await airlock.openSession({ sessionId, project, isolation }));
}

async function letGo(session: SessionAirlock, sessionId: SessionId): Promise<void> {
  await session.close();
  value(await airlock.remove(sessionId));
}

/** The user has uncommitted work, as is common. */
async function sessionStart(): Promise<boolean> {
  await writeFile(join(project, 'area0/part0/file0.ts'), 'export const changed = 1;\n');
  await writeFile(join(project, 'area0/part0/new.ts'), 'export const fresh = 1;\n');
  const { limit, took } = await inTurns(
    async (round) => {
      const place = join(folder, `plain${round}`);
      const time = await timed(() => git(project, 'worktree', 'add', '--detach', place, 'HEAD'));
      await git(project, 'worktree', 'remove', '--force', place);
      return time;
    },
    async () => {
      const sessionId = ids.mint('session');
      const started = performance.now();
      const session = await open(sessionId);
      const time = performance.now() - started;
      await letGo(session, sessionId);
      return time;
    },
    START_ROUNDS,
  );
  return report({
    name: `session start, ${FILES} files: copy with a repository of its own, against git worktree add`,
    ratio: took / limit,
    target: { atMost: 1 },
    detail: `git ${limit.toFixed(0)} ms, ready after ${took.toFixed(0)} ms (medians of ${START_ROUNDS})`,
  });
}

async function scan(): Promise<boolean> {
  const sessionId = ids.mint('session');
  const session = await open(sessionId);
  const change = (round: number) =>
    writeFile(join(session.cwd, 'area7/part7/file7.ts'), `export const round = ${round};\n`);
  const { limit, took } = await inTurns(
    () => timed(() => git(session.cwd, 'status', '--porcelain')),
    async (round) => {
      await change(round);
      return timed(async () => value(await session.scan()));
    },
  );
  const idle = await inTurns(
    () => timed(() => git(session.cwd, 'status', '--porcelain')),
    () => timed(async () => value(await session.scan())),
  );
  await letGo(session, sessionId);
  const isQuick = report({
    name: `scan of ${FILES} files after a change, against git status`,
    ratio: took / limit,
    target: { atMost: 3 },
    detail: `git ${limit.toFixed(0)} ms, known after ${took.toFixed(0)} ms (medians of ${ROUNDS})`,
  });
  return (
    report({
      name: `scan of ${FILES} files without a change, against git status`,
      ratio: idle.took / idle.limit,
      target: { atMost: 2 },
      detail: `git ${idle.limit.toFixed(0)} ms, known after ${idle.took.toFixed(0)} ms`,
    }) && isQuick
  );
}

/** The cost of being notified of changes. */
async function watching(): Promise<boolean> {
  const sessionId = ids.mint('session');
  const session = await open(sessionId);
  const limit = await timed(() => git(session.cwd, 'status', '--porcelain'));
  const before = process.memoryUsage().rss;
  const touched = Promise.withResolvers<void>();
  const took = await timed(() => session.watch(() => touched.resolve()));
  const grown = (process.memoryUsage().rss - before) / 1_000_000;
  const processor = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { user, system } = process.cpuUsage(processor);
  const told = await timed(async () => {
    await writeFile(join(session.cwd, 'area7/part7/file7.ts'), 'export const told = 1;\n');
    await touched.promise;
  });
  await letGo(session, sessionId);
  return report({
    name: `watching ${FILES} files in ${FOLDERS} folders: start, against git status`,
    ratio: took / limit,
    target: { atMost: 10 },
    detail:
      `git ${limit.toFixed(0)} ms, watched after ${took.toFixed(0)} ms, +${grown.toFixed(1)} MB; ` +
      `idle for 2 s: ${((user + system) / 1_000).toFixed(0)} ms of processor; told after ${told.toFixed(0)} ms`,
  });
}

await makeProject();
const verdicts = [await sessionStart(), await scan(), await watching()];
await rm(project, { recursive: true, force: true });
process.exit(verdicts.every(Boolean) ? 0 : 1);
