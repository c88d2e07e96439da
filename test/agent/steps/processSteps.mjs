import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MEBIBYTE = 1024 * 1024;
const TRAPPED_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const HOUR = 3_600_000;

export const processSteps = {
  async exit({ agent }, { code = 0, signal }) {
    await agent.output.flushed();
    agent.journal.write({ type: 'exiting', ...(signal ? { signal } : { code }) });
    if (signal === undefined) process.exit(code);
    process.kill(process.pid, signal);
    // The signal was sent; no further step may be played.
    await new Promise(() => undefined);
  },

  async stderr(_scene, step) {
    if (typeof step === 'string') {
      await writeError(`${step}\n`);
      return;
    }
    const line = `${'e'.repeat(99)}\n`;
    for (let sent = 0; sent < step.bytes; sent += MEBIBYTE) {
      const length = Math.min(MEBIBYTE, step.bytes - sent);
      await writeError(Buffer.alloc(length, line));
    }
  },

  stderrPart: (_scene, text) => writeError(text),

  async spawnChild({ agent }, { detached = false, stubborn = false, holdStdout = false }) {
    const program = fileURLToPath(new URL('../lingeringChild.mjs', import.meta.url));
    const child = spawn(process.execPath, [program, ...(stubborn ? ['--stubborn'] : [])], {
      detached,
      stdio: ['ignore', holdStdout ? 'inherit' : 'ignore', 'ignore', 'pipe'],
    });
    await once(child.stdio[3], 'data');
    child.stdio[3].destroy();
    child.unref();
    agent.journal.write({ type: 'spawned', child: child.pid, detached });
  },

  stubborn({ agent }) {
    agent.stubborn = true;
    for (const signal of TRAPPED_SIGNALS) {
      process.on(signal, () => agent.journal.write({ type: 'signal', signal }));
    }
    setInterval(() => undefined, HOUR);
  },

  closeStdout: ({ agent }) => agent.output.close(),

  async noRead({ agent }, { until }) {
    agent.input.hold();
    if (until === undefined) return;
    await agent.gates.opened(until);
    agent.input.release();
  },
};

/** Settles when it is out, so that an exit cuts nothing off. */
function writeError(text) {
  return new Promise((resolve) => {
    process.stderr.write(text, () => resolve());
  });
}
