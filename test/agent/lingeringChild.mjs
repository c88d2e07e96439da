import { closeSync, writeSync } from 'node:fs';

// A child that is left behind, for tests of the clean-up. It ends by itself where that fails.
const LIFETIME_MILLISECONDS = 120_000;
const READY = 3;

if (process.argv.includes('--stubborn')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
}
setTimeout(() => process.exit(0), LIFETIME_MILLISECONDS);
writeSync(READY, 'ready');
closeSync(READY);
