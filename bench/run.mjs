import { runEntry } from '../scripts/setup/entry.mjs';
import { coldStart } from './coldStart/coldStart.mjs';

const benchmarks = { coldStart };

/** `npm run bench` runs them all, `npm run bench -- coldStart` the ones named. */
await runEntry(async (names) => {
  const chosen = names.length > 0 ? names : Object.keys(benchmarks);
  for (const name of chosen) {
    const benchmark = benchmarks[name];
    if (!benchmark) throw new Error(`There is no benchmark "${name}".`);
    console.log(`\n${name}`);
    await benchmark();
  }
  return 0;
});
