import { fileURLToPath } from 'node:url';
import { runEntry } from '../scripts/setup/entry.mjs';
import { runBundled } from './bundled.mjs';
import { coldStart } from './coldStart/coldStart.mjs';
import { packagedStart } from './packagedStart/packagedStart.mjs';
import { acceptAll } from './review/acceptAll.mjs';
import { firstDiff } from './review/firstDiff.mjs';
import { terminal } from './terminal/terminal.mjs';
import { workbenchSoak } from './workbench/soak.mjs';
import { workbench } from './workbench/workbench.mjs';

const floodAgent = fileURLToPath(new URL('./flood/floodAgent.mjs', import.meta.url));
const burstAgent = fileURLToPath(new URL('./host/burstAgent.mjs', import.meta.url));

function hostBench(name) {
  return runBundled(new URL('./host/hostBench.ts', import.meta.url), [burstAgent, name]);
}

const benchmarks = {
  airlock: () => runBundled(new URL('./airlock/airlockBench.ts', import.meta.url)),
  compare: () => runBundled(new URL('./compare/compareBench.ts', import.meta.url)),
  seal: () => runBundled(new URL('./seal/sealBench.ts', import.meta.url)),
  inspector: () => runBundled(new URL('./inspector/inspectorBench.ts', import.meta.url)),
  coldStart,
  firstDiff,
  acceptAll,
  terminal,
  workbench,
  ingest: () => hostBench('ingest'),
  replay: () => hostBench('replay'),
  loadBurst: () => hostBench('loadBurst'),
  idleSessions: () => hostBench('idleSessions'),
};

/**
 * Everything that an agent may send too much of. FLOODS names some of them, such as `text,reads`.
 * FLOODS_LIVE separates live memory from garbage by collecting repeatedly.
 */
function floods() {
  const chosen = process.env.FLOODS ?? '';
  return runBundled(new URL('./flood/floodBench.ts', import.meta.url), [floodAgent, chosen]);
}

/** Benchmarks that take minutes, or need a packaged app, only run when named. */
const onDemand = { workbenchSoak, floods, packagedStart };

/** `npm run bench` runs them all, and `npm run bench -- coldStart` only the named ones. */
await runEntry(async (names) => {
  const chosen = names.length > 0 ? names : Object.keys(benchmarks);
  for (const name of chosen) {
    const benchmark = benchmarks[name] ?? onDemand[name];
    if (!benchmark) throw new Error(`There is no benchmark "${name}".`);
    console.log(`\n${name}`);
    await benchmark();
  }
  return 0;
});
