import { median, report } from '../report.mjs';
import { heapOf, memoryOf } from './memory.mjs';
import { fillSessions, sendToAll, turnsEnded, withWindows } from './talkingApp.mjs';

const PANES = 8;
const UPDATES = Number(process.env.BENCH_UPDATES ?? 500_000);
/** Faster than any model, so that hours pass in minutes. */
const CHUNKS_PER_SECOND = 400;
const SAMPLES = 12;
/** The data kept near the screen is only complete after this part of the updates. */
const WARM_UP = 3;

/**
 * Half a million updates in eight visible sessions: things that are drawn once must not stay for
 * ever.
 */
export function workbenchSoak() {
  return withWindows(({ openAirlock }) =>
    openAirlock(async (page, app) => {
      await fillSessions(page, PANES, 100);
      const perSession = Math.ceil(UPDATES / PANES);
      await sendToAll(page, `talk ${CHUNKS_PER_SECOND} ${perSession}`);
      const every = (perSession * 1_000) / CHUNKS_PER_SECOND / SAMPLES;
      const heaps = [];
      for (let sample = 0; sample < SAMPLES; sample++) {
        await new Promise((resolve) => setTimeout(resolve, every));
        heaps.push(await heapOf(page));
      }
      await turnsEnded(page);
      const { window, main } = await memoryOf(page, app);
      const size = (bytes) => (bytes / 1e6).toFixed(0);
      console.log(`    heap in MB: ${heaps.map(size).join(', ')}`);
      console.log(`    after: window ${size(window)} MB, main ${size(main)} MB`);
      const settled = heaps.slice(WARM_UP);
      const half = Math.floor(settled.length / 2);
      return report({
        name: `the window’s heap after ${UPDATES.toLocaleString('en')} updates, against its first half`,
        ratio: median(settled.slice(half)) / median(settled.slice(0, half)),
        target: { atMost: 1.15 },
      });
    }),
  );
}
