import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessView } from '#main/agents/agents';
import { WireTap } from '#main/agents/lines/wireTap';
import { WireTraces } from '#main/agents/wireTraces';
import { WireWatch } from '#main/host/inspector/wireWatch';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { AgentId } from '#shared/ids';
import type { FrameFilter } from '#shared/ipc/inspector';
import { median, report } from '../report.mjs';

const FRAMES = 100_000;
const ROUNDS = 5;
/** The limit for reading and searching the list, relative to reading and parsing the same lines. */
const SCAN_LIMIT = 4;
/** The limit for a page of rows, relative to the same: a fiftieth. */
const PAGE_LIMIT = 0.02;
const PAGE = 100;
/** The longest time without a pause that the main process may work, in milliseconds. */
const BUSY_LIMIT = 50;

const folder = process.argv[2] ?? '';
const everything: FrameFilter = { text: '', show: 'all', label: null };

/** A wire with the messages of a long day's work, and its trace on the disk. */
async function longWire(): Promise<{ process: ProcessView; path: string }> {
  const traces = new WireTraces(join(folder, 'traces'));
  await mkdir(join(folder, 'traces'), { recursive: true });
  const id = 'bench' as AgentId;
  const trace = traces.run(id);
  const tap = new WireTap();
  tap.traceTo(trace);
  for (let count = 0; count < FRAMES; count++) {
    const text = `word ${count}${count === 4_711 ? ' marmalade' : ''}`;
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    tap.record(
      'in',
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'session/update',
        params: { sessionId: 's', update },
      }),
    );
    // More at a time would count as a flood.
    if (count % 200 === 0) await traces.flush();
  }
  await traces.flush();
  const process = {
    frames: () => tap.frames(),
    onDidRecord: tap.onDidRecord,
    stderrTail: () => '',
    openTrace: () => trace.open(),
    exit: null,
  } as unknown as ProcessView;
  return { process, path: traces.pathOf(id) };
}

function watch(process: ProcessView, filter: FrameFilter): WireWatch {
  const nothing = () => ({ dispose: () => undefined, [Symbol.dispose]: () => undefined });
  const session = { process, onDidStartProcess: nothing, recorder: { onDidAppend: nothing } };
  const listener = { onNews: () => undefined, onChange: () => undefined };
  return new WireWatch(session as unknown as HostedSession, filter, listener);
}

/** The work that cannot be avoided: reading all lines, and parsing them and their messages. */
async function parseTime(path: string): Promise<number> {
  const started = performance.now();
  for (let index = 7; index >= 0; index--) {
    const file = index === 0 ? path : `${path}.${index}`;
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      if (line !== '') JSON.parse(JSON.parse(line).text);
    }
  }
  return performance.now() - started;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * The longest turn of the event loop in milliseconds of this thread's own processor time. Clock
 * time would include other work of the computer.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = threadMilliseconds();
  const turn = () => {
    const now = threadMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const { process: wire, path } = await longWire();
const [limits, opens, searches, pages, turns]: number[][] = [[], [], [], [], []];
let found = 0;
let listed = 0;
for (let round = 0; round <= ROUNDS; round++) {
  const limit = await parseTime(path);
  using all = watch(wire, everything);
  const open = await timed(async () => {
    listed = (await all.start()).end;
  });
  const page = await timed(() => all.page(40_000, 40_000 + PAGE));
  using some = watch(wire, { ...everything, text: 'marmalade' });
  const search = await timed(async () => {
    found = (await some.start()).end;
  });
  using again = watch(wire, everything);
  const turn = await longestTurn(() => again.start());
  if (round === 0) continue;
  limits?.push(limit);
  opens?.push(open / limit);
  searches?.push(search / limit);
  pages?.push(page / limit);
  turns?.push(turn);
}
const of = (values: number[] | undefined) => median(values ?? []);
const verdicts = [
  report({
    name: `opening the list of ${listed} messages, to reading and parsing them`,
    ratio: of(opens),
    target: { atMost: SCAN_LIMIT },
    detail: `${(of(opens) * of(limits)).toFixed(0)} ms`,
  }),
  report({
    name: `finding a word in them (${found} found)`,
    ratio: of(searches),
    target: { atMost: SCAN_LIMIT },
    detail: `${(of(searches) * of(limits)).toFixed(0)} ms`,
  }),
  report({
    name: `${PAGE} rows from the middle`,
    ratio: of(pages),
    target: { atMost: PAGE_LIMIT },
    detail: `${(of(pages) * of(limits)).toFixed(1)} ms`,
  }),
  report({
    name: `the longest that opening the list keeps the main process busy, to ${BUSY_LIMIT} ms`,
    ratio: of(turns) / BUSY_LIMIT,
    target: { atMost: 1 },
    detail: `${of(turns).toFixed(1)} ms`,
  }),
];
if (listed !== FRAMES || found !== 1) throw new Error(`${listed} listed, ${found} found`);
process.exitCode = verdicts.every(Boolean) ? 0 : 1;
