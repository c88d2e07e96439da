import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotOf } from '#main/ipc/sessionPages';
import type { SessionId } from '#shared/ids';
import { median, report } from '../report.mjs';
import { BURST_AGENT, createBenchEngine, nextEvent } from './benchEngine';
import { writeCorpus, writeLog } from './corpus';

const ROUNDS = 7;
const MEGABYTE = 1_000_000;
const INGEST_BYTES = 60 * MEGABYTE;
const REPLAYED_EVENTS = 60_000;
const BURST_BYTES = 150 * MEGABYTE;

declare const gc: () => void;

const folder = process.argv[2] ?? '';
const script = process.argv[3] ?? '';

/** How long `JSON.parse` takes for the same lines, because no ingest can be faster. */
async function parseTime(path: string): Promise<number> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const started = performance.now();
  for (const line of lines) JSON.parse(line);
  return performance.now() - started;
}

/** Alternates between both, so that noise affects them equally; the first round is a warm-up. */
async function inTurns(
  { host }: BenchEngine,
  measureLimit: () => Promise<number>,
  measure: () => Promise<number>,
): Promise<{ ratio: number; limit: number; took: number; work: string }> {
  const ratios: number[] = [];
  const limits: number[] = [];
  const times: number[] = [];
  const works: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const limit = await measureLimit();
    gc();
    const before = process.cpuUsage();
    const time = await measure();
    const { user, system } = process.cpuUsage(before);
    // Work after a turn, such as the search index, must not run during the next measurement.
    await host.drain();
    gc();
    if (round === 0) continue;
    ratios.push(limit / time);
    limits.push(limit);
    times.push(time);
    works.push((user + system) / 1_000);
  }
  // The processor time of all threads of this process, without the agent's: on a busy machine this
  // says more.
  const work = `${median(works).toFixed(0)} ms of processor time`;
  return { ratio: median(ratios), limit: median(limits), took: median(times), work };
}

/** Samples memory while something runs: the highest resident size above the size before. */
async function peakGrowth(work: () => Promise<void>): Promise<number> {
  gc();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  await work();
  clearInterval(sampling);
  return (peak - before) / MEGABYTE;
}

async function ingest(): Promise<boolean> {
  const corpus = join(folder, 'ingest.ndjson');
  const count = await writeCorpus(corpus, 'bench', INGEST_BYTES);
  const engine = await createBenchEngine(join(folder, 'ingest'), { script, corpus });
  const id = await create(engine, await newProject('project'));
  const { ratio, limit, took, work } = await inTurns(
    engine,
    () => parseTime(corpus),
    async () => {
      // Measured from the agent's first word, because the checkpoint before a turn is not part of
      // ingest.
      const started = nextEvent(engine, id, 'tool.updated');
      const ended = nextEvent(engine, id, 'turn.ended');
      await prompt(engine, id, 'burst');
      return (await ended) - (await started);
    },
  );
  await engine.shutDown();
  return report({
    name: 'ingest, stdout bytes to folded state and log, against JSON.parse',
    ratio,
    target: { atLeast: 0.3 },
    detail:
      `${count} updates, ${(INGEST_BYTES / MEGABYTE).toFixed(0)} MB in ${took.toFixed(0)} ms (${work}); ` +
      `JSON.parse ${limit.toFixed(0)} ms (medians of ${ROUNDS})`,
  });
}

async function loadBurst(): Promise<boolean> {
  const corpus = join(folder, 'burst.ndjson');
  await writeCorpus(corpus, 'bench', BURST_BYTES);
  const data = join(folder, 'burst');
  const first = await createBenchEngine(data, { script, corpus });
  const id = await create(first, await newProject('project'));
  const ended = nextEvent(first, id, 'turn.ended');
  await prompt(first, id, 'hello');
  await ended;
  await first.shutDown();
  const engine = await createBenchEngine(data, { script, corpus });
  await engine.host.open(id);
  const growth = await peakGrowth(async () => {
    const ready = nextEvent(engine, id, 'agent.attached');
    await engine.host.dispatch(id, { type: 'agent.restart' });
    await ready;
  });
  await engine.shutDown();
  return report({
    name: 'session/load of 150 MB: memory above idle, against 64 MB',
    ratio: growth / 64,
    target: { atMost: 1 },
    detail: `peak +${growth.toFixed(0)} MB resident`,
  });
}

async function replay(): Promise<boolean> {
  const data = join(folder, 'replay');
  const id = 'ses_benchreplay' as SessionId;
  await mkdir(join(data, 'sessions', id), { recursive: true });
  const log = join(data, 'sessions', id, 'log.ndjson');
  await writeLog(log, REPLAYED_EVENTS);
  const engine = await createBenchEngine(data, { script, corpus: log });
  let kept = 0;
  const { ratio, limit, took, work } = await inTurns(
    engine,
    () => parseTime(log),
    async () => {
      const before = process.memoryUsage().heapUsed;
      const started = performance.now();
      await firstPage(engine, id);
      const elapsed = performance.now() - started;
      gc();
      kept = (process.memoryUsage().heapUsed - before) / MEGABYTE;
      await engine.host.close(id);
      return elapsed;
    },
  );
  await engine.shutDown();
  return report({
    name: `replay of ${REPLAYED_EVENTS} events to a window's first page, against JSON.parse`,
    ratio,
    target: { atLeast: 0.55 },
    detail:
      `opened in ${took.toFixed(0)} ms (${work}); JSON.parse ${limit.toFixed(0)} ms (medians of ${ROUNDS}); ` +
      `keeps ${kept.toFixed(1)} MB of heap`,
  });
}

/** The time that a user waits when opening a session. */
async function firstPage(engine: BenchEngine, id: SessionId): Promise<void> {
  const session = await engine.host.open(id);
  if (!session.ok) throw new Error(session.error.message);
  const snapshot = await snapshotOf(session.value);
  if (!snapshot.ok) throw new Error(snapshot.error.message);
}

async function idleSessions(): Promise<boolean> {
  const SESSIONS = 50;
  const corpus = join(folder, 'small.ndjson');
  await writeCorpus(corpus, 'bench', 100_000);
  const engine = await createBenchEngine(join(folder, 'idle'), { script, corpus });
  gc();
  const before = process.memoryUsage();
  for (let index = 0; index < SESSIONS; index++) {
    const id = await create(engine, await newProject(`project-${index}`));
    const ended = nextEvent(engine, id, 'turn.ended');
    await prompt(engine, id, 'hello');
    await ended;
    await engine.host.close(id);
    await engine.host.open(id);
  }
  gc();
  const after = process.memoryUsage();
  await engine.shutDown();
  const each = (after.heapUsed - before.heapUsed) / SESSIONS / 1024;
  return report({
    name: '50 idle sessions: heap of each, against 256 KB',
    ratio: each / 256,
    target: { atMost: 1 },
    detail: `${each.toFixed(0)} KB each; resident +${((after.rss - before.rss) / MEGABYTE).toFixed(0)} MB`,
  });
}

type BenchEngine = Awaited<ReturnType<typeof createBenchEngine>>;

/** Beside the data folder, because a project that contains it would be refused. */
async function newProject(name: string): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  return project;
}

async function create(engine: BenchEngine, project: string): Promise<SessionId> {
  const created = await engine.host.create({
    agentId: BURST_AGENT,
    project,
    isolation: 'in-place',
  });
  if (!created.ok) throw new Error(created.error.message);
  return created.value;
}

async function prompt(engine: BenchEngine, id: SessionId, text: string): Promise<void> {
  await engine.host.dispatch(id, { type: 'prompt.send', content: [{ type: 'text', text }] });
}

const benchmarks: Readonly<Record<string, () => Promise<boolean>>> = {
  ingest,
  replay,
  loadBurst,
  idleSessions,
};
const passed = await benchmarks[process.argv[4] ?? '']?.();
process.exit(passed ? 0 : 1);
