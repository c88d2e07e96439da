import { spawn } from 'node:child_process';
import { Failure, Interrupted } from './failure.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_MILLISECONDS = 1000;
const KILL_AFTER_MILLISECONDS = 10_000;
const SHOWN_LINES = 15;

const running = new Set();
let interruptedBy;
let parentWatch;

export function listenForSignals() {
  for (const signal of SIGNALS) process.on(signal, onSignal);
  if (process.env.npm_lifecycle_event) watchParent();
}

export function stopListening() {
  for (const signal of SIGNALS) process.off(signal, onSignal);
  clearInterval(parentWatch);
}

/** npm runs scripts in a shell, which ends on a signal without passing it on. */
function watchParent() {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && onSignal('SIGTERM');
  parentWatch = setInterval(look, PARENT_MILLISECONDS);
  parentWatch.unref();
}

function onSignal(signal) {
  // npm repeats what the terminal already sent; a second SIGINT would interrupt the clean-up.
  if (interruptedBy) return;
  interruptedBy = signal;
  const toldByTerminal = signal === 'SIGINT' && process.stdin.isTTY;
  if (!toldByTerminal) {
    // Always SIGINT, because Playwright only cleans up on that signal.
    for (const child of running) child.kill('SIGINT');
  }
  for (const child of running) killLater(child);
}

/** Asks a program to end, and ends it if it does not. */
export function endProcess(child) {
  child.kill();
  killLater(child);
}

function killLater(child) {
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MILLISECONDS);
  child.once('close', () => clearTimeout(timer));
}

/** Throws if the reader has asked to stop, so that no further step begins. */
export function throwIfInterrupted() {
  if (interruptedBy) throw new Interrupted(interruptedBy);
}

/**
 * Starts a program that stops with this process. `ended` settles with its exit code, signal and
 * collected output; it rejects if the program could not be started or the reader stopped it.
 */
export function start(command, args, options = {}) {
  throwIfInterrupted();
  const { environment = process.env, folder, user, collect = false, shell = false } = options;
  const output = collect ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: folder,
    env: environment,
    shell,
    stdio: ['ignore', output, output],
    windowsHide: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  running.add(child);
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(
        new Failure(
          `${command} could not be started: ${error.message}`,
          'make sure it is installed and on your PATH, then run this again.',
        ),
      );
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (interruptedBy) reject(new Interrupted(interruptedBy));
      else resolve({ code, signal, output: Buffer.concat(chunks).toString() });
    });
  });
  return { child, ended };
}

/** Runs a program to its end; `timeLimit` (milliseconds) ends it early. */
export async function run(command, args, { timeLimit, ...options } = {}) {
  const { child, ended } = start(command, args, options);
  let timedOut = false;
  const onTimeLimit = () => {
    timedOut = true;
    child.kill('SIGKILL');
  };
  const timer = timeLimit && setTimeout(onTimeLimit, timeLimit);
  try {
    return { ...(await ended), timedOut };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a program quietly; what it printed is shown only if it fails. */
export async function runQuietly(command, args, { failure, next, ...options }) {
  const { code, output } = await run(command, args, { ...options, collect: true });
  if (code !== 0) throw new Failure(`${failure}:\n\n${excerpt(output)}\n`, next);
  return output;
}

/** Both ends of a long text: some programs give their reason first, others last. */
export function excerpt(text, count = SHOWN_LINES) {
  const lines = text.trim().split('\n');
  if (lines.length <= 2 * count) return lines.join('\n');
  return [...lines.slice(0, count), '…', ...lines.slice(-count)].join('\n');
}
