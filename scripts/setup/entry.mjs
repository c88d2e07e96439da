import { Failure, Interrupted } from './failure.mjs';
import { listenForSignals, stopListening } from './processes.mjs';
import { say } from './progress.mjs';

const OLDEST_NODE = [20, 19];

/** Runs one command of the project and explains any failure in plain words. */
export async function runEntry(work) {
  listenForSignals();
  try {
    requireNode(process.versions.node);
    process.exitCode = (await work(process.argv.slice(2))) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    explain(error);
  }
  stopListening();
}

function explain(error) {
  if (error instanceof Interrupted) {
    // Ends by the same signal, so that npm and shells see an interruption and not a failure.
    stopListening();
    process.kill(process.pid, error.signal);
    return;
  }
  if (error instanceof Failure) {
    say(`\n${error.message}`);
    say(`What to do next: ${error.next}`);
  } else {
    say(`\nSomething unexpected went wrong: ${error?.message ?? error}`);
    say('What to do next: run it again with AIRLOCK_DEBUG=1 to see where, and report it.');
  }
  if (process.env.AIRLOCK_DEBUG) say(error?.stack ?? String(error));
}

export function requireNode(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Failure(
    `Airlock needs Node ${OLDEST_NODE.join('.')} or newer to build; this is Node ${version}.`,
    'install a newer Node from https://nodejs.org and run this again.',
  );
}
