import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pause } from '../pause.mjs';
import { expand } from '../template.mjs';

const SWAPPER = fileURLToPath(new URL('../../support/swapper.mjs', import.meta.url));
/** How long a watchdog may take to be started again before the next one is ended. */
const RESTART_MILLISECONDS = 150;

/** What only an agent that means harm does. */
export const hostileSteps = {
  async burst(scene, { method, params, times, seek = [] }) {
    const { peer, journal } = scene.agent;
    const counts = { results: 0, errors: {}, found: 0 };
    const count = ({ result, error }) => {
      if (error === undefined) counts.results += 1;
      else counts.errors[error?.code] = (counts.errors[error?.code] ?? 0) + 1;
      const text = JSON.stringify(result ?? error) ?? '';
      if (seek.some((sought) => text.includes(sought))) counts.found += 1;
    };
    const answers = Array.from({ length: times }, (_, index) => {
      const filled = expand(params, { ...scene.variables, index });
      const request = { sessionId: scene.sessionId, ...filled };
      return peer.request(method, request, { isQuiet: true }).then(count);
    });
    await Promise.all(answers);
    journal.write({ type: 'burst', method, ...counts });
  },

  async swapping(scene, { pairs, steps }) {
    const paths = pairs.flatMap(([path, target]) => [scene.path(path), target]);
    const swapper = spawn(process.execPath, [SWAPPER, ...paths], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      await once(swapper.stdout, 'data');
      await scene.play(steps);
    } finally {
      swapper.kill('SIGKILL');
      await once(swapper, 'exit');
    }
  },

  descriptors({ agent }) {
    const open = Object.fromEntries(
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return [[fd, readlinkSync(`/proc/self/fd/${fd}`)]];
        } catch {
          // The descriptor of the folder that is being listed is gone by now.
          return [];
        }
      }),
    );
    agent.journal.write({ type: 'descriptors', open });
  },

  async killWatchdogs(scene, { times }) {
    const killed = [];
    for (let round = 0; round < times; round += 1) {
      killed.push(...watchdogs().filter(tryKill));
      await pause(RESTART_MILLISECONDS, scene.signal);
    }
    scene.agent.journal.write({ type: 'killed', pids: killed });
  },
};

/** What our parent started beside us and calls a watchdog. */
function watchdogs() {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => parentOf(pid) === process.ppid && pid !== process.pid)
    .filter((pid) => readProcess(pid, 'cmdline').includes('watchdog'));
}

function parentOf(pid) {
  return Number(readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

function tryKill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It ended meanwhile, or is not ours to end.
    return false;
  }
}
