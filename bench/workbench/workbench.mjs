import { writeFile } from 'node:fs/promises';
import { median, report } from '../report.mjs';
import { shownInEach, watchPage, writeStraight } from './inPage.mjs';
import { memoryOf } from './memory.mjs';
import { fillSessions, sendToAll, turnsEnded, withWindows } from './talkingApp.mjs';

const PANES = 8;
const ENTRIES = 10_000;
const CHUNKS_PER_SECOND = 200;
const SECONDS = 15;
/** A fast typist presses ten keys in a second. */
const KEY_MILLISECONDS = 100;
/** Users notice a frame as long as this. */
const LONG_FRAME_MILLISECONDS = 50;

/** Eight visible sessions, each with a long transcript, all receiving text while the user types. */
export function workbench() {
  return withWindows(async ({ openEmpty, openAirlock }) => {
    const empty = await openEmpty(async (page) => ({
      idle: await watched(page, 5_000),
      straight: await watched(page, SECONDS * 1_000, (milliseconds) =>
        page.evaluate(writeStraight, {
          streams: PANES,
          chunksPerSecond: CHUNKS_PER_SECOND,
          milliseconds,
        }),
      ),
    }));
    const ours = await openAirlock(async (page, app) => {
      await fillSessions(page, PANES, ENTRIES);
      const quiet = await watched(page, 5_000);
      const talking = await traced(app, () => profiled(page, () => talk(page)));
      return { quiet, talking, memory: await memoryOf(page, app) };
    });
    return tell(empty, ours);
  });
}

async function talk(page) {
  const chunks = CHUNKS_PER_SECOND * SECONDS;
  await sendToAll(page, `talk ${CHUNKS_PER_SECOND} ${chunks}`);
  const figures = await watched(page, SECONDS * 1_000);
  await turnsEnded(page);
  const target = { text: `That was all of ${chunks}.`, panes: PANES };
  await page.waitForFunction(shownInEach, target, { timeout: 10_000 });
  return figures;
}

/** Types while measuring, into a prompt that is never sent. */
async function watched(page, milliseconds, alongside = () => undefined) {
  await page.getByRole('textbox', { name: 'Prompt' }).first().focus();
  await page.evaluate(watchPage);
  const ended = alongside(milliseconds);
  const until = performance.now() + milliseconds;
  for (let index = 0; performance.now() < until; index++) {
    const next = performance.now() + KEY_MILLISECONDS;
    await page.keyboard.press(String.fromCharCode(97 + (index % 26)));
    await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
  }
  await ended;
  return figuresOf(await page.evaluate(() => window.benchStop()));
}

function figuresOf({ frames, keys }) {
  const sum = frames.reduce((total, frame) => total + frame, 0);
  return {
    framesPerSecond: (frames.length * 1_000) / sum,
    longFrames: frames.filter((frame) => frame > LONG_FRAME_MILLISECONDS).length,
    frames: frames.length,
    longest: Math.max(...frames),
    keyMedian: median(keys),
    key95: percentile(keys, 0.95),
  };
}

/** BENCH_PROFILE=<file> writes where the window spent its time, for the browser's own tools. */
async function profiled(page, work) {
  const path = process.env.BENCH_PROFILE;
  if (!path) return work();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.start');
  const result = await work();
  const { profile } = await session.send('Profiler.stop');
  await writeFile(path, JSON.stringify(profile));
  return result;
}

/** BENCH_TRACE=<file> writes what all of the app's threads did, for chrome://tracing. */
async function traced(app, work) {
  const path = process.env.BENCH_TRACE;
  if (!path) return work();
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({
      included_categories: [
        'toplevel',
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'blink',
        'cc',
        'viz',
      ],
    }),
  );
  const result = await work();
  await app.evaluate(({ contentTracing }, file) => contentTracing.stopRecording(file), path);
  return result;
}

function tell({ idle, straight }, { quiet, talking, memory }) {
  const line = (name, figures) =>
    console.log(
      `    ${name}: ${figures.framesPerSecond.toFixed(1)} frames/s, ` +
        `${figures.longFrames} of ${figures.frames} over ${LONG_FRAME_MILLISECONDS} ms ` +
        `(longest ${figures.longest.toFixed(0)}), key ${figures.keyMedian.toFixed(0)} ms, ` +
        `p95 ${figures.key95.toFixed(0)} ms`,
    );
  line('empty page', idle);
  line(`${PANES} text nodes written straight`, straight);
  line(`${PANES} sessions, quiet`, quiet);
  line(`${PANES} sessions, talking`, talking);
  const size = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `    memory after: heap ${size(memory.heap)}, window ${size(memory.window)}, main ${size(memory.main)}`,
  );
  const load = `${PANES} × ${CHUNKS_PER_SECOND} chunks/s over ${ENTRIES.toLocaleString('en')} entries`;
  return [
    report({
      name: `frames per second at ${load}, against an empty page`,
      ratio: talking.framesPerSecond / idle.framesPerSecond,
      target: { atLeast: 0.5 },
    }),
    report({
      name: 'the same, against text nodes written straight',
      ratio: talking.framesPerSecond / straight.framesPerSecond,
      target: { atLeast: 0.6 },
    }),
    report({
      name: `share of frames over ${LONG_FRAME_MILLISECONDS} ms`,
      ratio: talking.longFrames / talking.frames,
      target: { atMost: 0.05 },
    }),
    report({
      name: 'p95 from a key to the end of its frame, against 100 ms',
      ratio: talking.key95 / 100,
      target: { atMost: 1 },
      detail: `${(talking.key95 / idle.key95).toFixed(1)} times an empty page’s`,
    }),
    report({
      name: 'the window’s heap, against 100 MB',
      ratio: memory.heap / 1e8,
      target: { atMost: 1 },
    }),
  ].every(Boolean);
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
