import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { createEngine, type Engine } from '#main/engine/engine';
import { Broadcast } from '#main/ipc/broadcast';
import { snapshotOf } from '#main/ipc/sessionPages';
import type { AgentId, SessionId } from '#shared/ids';
import { defaultSettings } from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';
import { LoopMonitor } from '../../test/hostile/loopMonitor';
import { nextEvent } from '../host/benchEngine';
import { report } from '../report.mjs';

const MEGABYTE = 1_000_000;
/** The most live memory that the main process may hold because of one agent's flood. */
const LIVE_MEGABYTES = 64;
/** The most resident memory: the live memory plus garbage that was not collected yet. */
const RESIDENT_MEGABYTES = LIVE_MEGABYTES + 128;
const STALL_MILLISECONDS = 50;
const TURN_MILLISECONDS = 120_000;
const SAMPLE_MILLISECONDS = 5;
/** How often live memory is measured; collecting also changes what the process holds. */
const LIVE_MILLISECONDS = 300;
const looksForLive = process.env.FLOODS_LIVE !== undefined;

/** The agent's floods, each with the megabytes that the main process keeps of it on purpose. */
const shapes = [
  'text',
  'longText',
  'tools',
  'reads',
  'writes',
  'deep',
  'wide',
  'keys',
  'titles',
  'commands',
  'fields',
  'noRead',
  'requests',
  'longPaths',
  'sessions',
] as const;

declare const gc: () => void;

const [, , folder = '', script = '', shape = '', scale = '1'] = process.argv;

interface Measured {
  growth: number;
  /** The highest live memory; zero unless it was measured. */
  live: number;
  /** The parts of the process's memory at its peak. */
  parts: string;
  /** What is left after everything was released and collected. */
  left: number;
  stall: number;
  turn: string;
  healthy: number;
  opened: number;
  files: number;
  deleted: number;
  quit: number;
  words: string;
  unexpected: number;
}

if (shape === '' || shape === 'all') {
  const chosen = shape === '' ? shapes : shapes;
  let passed = true;
  for (const name of chosen) passed = (await inProcess(name)) && passed;
  process.exit(passed ? 0 : 1);
} else if (process.env.FLOOD_CHILD === undefined) {
  let passed = true;
  for (const name of shape.split(',')) passed = (await inProcess(name)) && passed;
  process.exit(passed ? 0 : 1);
} else {
  await measureAndTell(shape);
  process.exit(0);
}

/** Runs each in a separate process, so that one does not inherit the memory growth of another. */
async function inProcess(name: string): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', import.meta.filename, join(folder, name), script, name, scale],
    { env: { ...process.env, FLOOD_CHILD: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  await new Promise((resolve) => child.once('close', resolve));
  let measured: Measured;
  try {
    measured = JSON.parse(text);
  } catch {
    console.log(`✗ ${name}: it could not be measured\n${text}`);
    return false;
  }
  const { growth, left, stall, turn, healthy, opened, files, deleted, quit, words, unexpected } =
    measured;
  const { live, parts } = measured;
  const isBounded = report({
    name: `${name}: memory of main with garbage, against ${RESIDENT_MEGABYTES} MB`,
    ratio: growth / RESIDENT_MEGABYTES,
    target: { atMost: 1 },
    detail:
      `peak +${growth.toFixed(0)} MB (${parts}), live +${live.toFixed(0)} MB, ` +
      `kept +${left.toFixed(0)} MB; turn ${turn}; ` +
      `another session's turn ${healthy.toFixed(0)} ms; open ${opened.toFixed(0)} ms, ` +
      `files ${files.toFixed(0)} ms, delete ${deleted.toFixed(0)} ms, quit ${quit.toFixed(0)} ms; ` +
      `${unexpected} unexpected errors${words === '' ? '' : `; “${words}”`}`,
  });
  const isHeld =
    !looksForLive ||
    report({
      name: `${name}: memory that main holds, against ${LIVE_MEGABYTES} MB`,
      ratio: live / LIVE_MEGABYTES,
      target: { atMost: 1 },
      detail: `${live.toFixed(0)} MB`,
    });
  const isFluent = report({
    name: `${name}: longest stall of main, against ${STALL_MILLISECONDS} ms`,
    ratio: stall / STALL_MILLISECONDS,
    target: { atMost: 1 },
    detail: `${stall.toFixed(0)} ms`,
  });
  return isBounded && isHeld && isFluent;
}

async function measureAndTell(name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  let unexpected = 0;
  setUnexpectedErrorHandler((error) => {
    unexpected++;
    console.error(error);
  });
  const engine = await startEngine();
  const { host } = engine;
  const broadcast = new Broadcast();
  // A window that accepts everything that it is sent.
  broadcast.attach({
    id: 1,
    isDestroyed: () => false,
    send: (_, batch) => broadcast.taken(1, batch.length),
  });
  host.onDidAppend((news) => broadcast.send('session.appended', news));
  const floodProject = await newProject('flood', true);
  const healthy = await create(engine, await newProject('healthy', false));
  await turn(engine, healthy, 'hello');
  const flooded = name === 'sessions' ? healthy : await create(engine, floodProject);
  if (name !== 'sessions') await turn(engine, flooded, 'hello');
  gc();
  const memory = watchMemory();
  const loop = new LoopMonitor();
  loop.begin();
  const beside: number[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      beside.push(await turn(engine, healthy, 'hello'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const timed =
    name === 'sessions'
      ? manySessions(engine)
      : Promise.race([
          turn(engine, flooded, `${name} ${scale}`),
          new Promise<number>((resolve) =>
            setTimeout(resolve, name === 'noRead' ? 15_000 : TURN_MILLISECONDS, Number.NaN),
          ),
        ]);
  const took = await timed;
  isOver = true;
  const opened = await time(async () => {
    const session = await host.open(flooded);
    if (session.ok) await snapshotOf(session.value);
  });
  await others;
  const words = name === 'sessions' ? '' : await lastWords(engine, flooded);
  const files = await time(() => host.findFiles(flooded, 'small'));
  const deleted = await time(() => host.delete(flooded));
  const { growth, live, parts } = memory.stop();
  const stall = loop.end();
  gc();
  await new Promise((resolve) => setTimeout(resolve, 200));
  gc();
  const left = memory.now();
  const again = await create(engine, await newProject('again', true));
  await turn(engine, again, 'hello');
  void engine.host.dispatch(again, {
    type: 'prompt.send',
    content: [{ type: 'text', text: name === 'sessions' ? 'hello' : `${name} ${scale}` }],
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const quit = await time(() => engine.shutDown());
  broadcast.dispose();
  const measured: Measured = {
    growth,
    live,
    parts,
    left,
    stall,
    turn: Number.isNaN(took) ? 'not over' : `${took.toFixed(0)} ms`,
    healthy: Math.max(...beside),
    opened,
    files,
    deleted,
    quit,
    words,
    unexpected,
  };
  console.log(JSON.stringify(measured));
}

async function lastWords(engine: Engine, id: SessionId): Promise<string> {
  const session = await engine.host.open(id);
  if (!session.ok) return session.error.message;
  const said = [...session.value.live.state.entries.values()].findLast(
    (entry) => entry.kind === 'message' && entry.role === 'agent',
  );
  if (said?.kind !== 'message') return '';
  const block = said.blocks.at(-1);
  return block?.type === 'text' ? block.text.slice(-150) : '';
}

async function manySessions(engine: Engine): Promise<number> {
  return time(async () => {
    for (let index = 0; index < 60; index++) {
      const id = await create(engine, await newProject(`many-${index}`, false));
      await turn(engine, id, 'hello');
      await engine.host.delete(id);
    }
  });
}

function startEngine(): Promise<Engine> {
  return createEngine({
    dataFolder: join(folder, 'data'),
    clientVersion: '0.0.0-bench',
    demoAgent: {
      id: 'flood' as AgentId,
      name: 'Flood',
      command: process.execPath,
      args: [script],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      wire: 'acp',
    },
    searchWorker: join(import.meta.dirname, 'search-worker.mjs'),
    logger: new MemoryLogger(),
    traceFolder: join(folder, 'traces'),
    settings: () => defaultSettings,
    environment: async () => ({
      variables: process.env as Record<string, string>,
      source: 'process',
      shell: null,
    }),
  });
}

async function newProject(name: string, isLarge: boolean): Promise<string> {
  const project = join(folder, 'projects', name);
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'small.txt'), 'small\n');
  if (isLarge) {
    await writeFile(join(project, 'medium.txt'), 'a line of the medium file\n'.repeat(40_000));
    await writeFile(join(project, 'large.txt'), 'a line of the large file\n'.repeat(400_000));
  }
  return project;
}

async function create(engine: Engine, project: string): Promise<SessionId> {
  const created = await engine.host.create({
    agentId: 'flood' as AgentId,
    project,
    isolation: 'isolated',
  });
  if (!created.ok) throw new Error(created.error.message);
  return created.value;
}

function turn(engine: Engine, id: SessionId, text: string): Promise<number> {
  return time(async () => {
    const ended = nextEvent(engine, id, 'turn.ended');
    await engine.host.dispatch(id, { type: 'prompt.send', content: [{ type: 'text', text }] });
    await ended;
  });
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures how much the process's memory grows from now on, in megabytes. */
function watchMemory() {
  const before = process.memoryUsage.rss();
  const liveBefore = liveBytes();
  let peak = before;
  let parts = '';
  let live = liveBefore;
  const sampling = setInterval(() => {
    const now = process.memoryUsage.rss();
    if (now <= peak) return;
    peak = now;
    parts = partsOfMemory();
  }, SAMPLE_MILLISECONDS);
  const collecting = setInterval(() => {
    if (looksForLive) live = Math.max(live, liveBytes());
  }, LIVE_MILLISECONDS);
  return {
    now: () => (process.memoryUsage.rss() - before) / MEGABYTE,
    stop: () => {
      clearInterval(sampling);
      clearInterval(collecting);
      return {
        growth: (peak - before) / MEGABYTE,
        live: (live - liveBefore) / MEGABYTE,
        parts,
      };
    },
  };
}

function liveBytes(): number {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function partsOfMemory(): string {
  const { heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const parts = { heapTotal, heapUsed, external, arrayBuffers };
  return Object.entries(parts)
    .map(([name, bytes]) => `${name} ${(bytes / MEGABYTE).toFixed(0)}`)
    .join(', ');
}
