import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { isRoot } from './project.mjs';

const SCREEN = '2600x1500x24';
const START_MILLISECONDS = 20_000;
const DISPLAY_FILE_DESCRIPTOR = 3;

export function hasDisplay(environment = process.env) {
  if (process.platform !== 'linux') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/**
 * Starts a separate virtual display, open only to users with the cookie in `folder`. Returns the
 * environment that leads programs to it and a function that stops it.
 */
export async function startDisplay(folder, user) {
  const identity = user && { uid: user.uid, gid: user.gid };
  const authority = join(folder, 'Xauthority');
  const cookie = randomBytes(16).toString('hex');
  // The server accepts the cookie from any entry; programs look for the entry of their display.
  addCookie(authority, ':0', cookie, identity);
  if (isRoot()) makeSocketFolder();

  const server = spawn(
    'Xvfb',
    [
      '-displayfd',
      `${DISPLAY_FILE_DESCRIPTOR}`,
      '-screen',
      '0',
      SCREEN,
      '-auth',
      authority,
      '-noreset',
    ],
    {
      // A separate group, because Ctrl+C must reach the programs before their display ends.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      ...identity,
    },
  );
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    const display = `:${await readDisplayNumber(server)}`;
    addCookie(authority, display, cookie, identity);
    return {
      environment: { DISPLAY: display, XAUTHORITY: authority, WAYLAND_DISPLAY: undefined },
      stop: async () => {
        server.kill();
        await ended;
      },
    };
  } catch (error) {
    server.kill();
    throw error;
  }
}

function addCookie(authority, display, cookie, identity) {
  // Through stdin, because everyone can read a program's arguments.
  const { status, stderr, error } = spawnSync('xauth', ['-q', '-f', authority, 'source', '-'], {
    input: `add ${display} . ${cookie}\n`,
    encoding: 'utf8',
    ...identity,
  });
  if (status !== 0) throw noDisplay(error?.message ?? stderr.trim());
}

/** Only root can make the folder with the owner that makes it safe to share. */
function makeSocketFolder() {
  const umask = process.umask(0);
  try {
    mkdirSync('/tmp/.X11-unix', { recursive: true, mode: 0o1777 });
  } finally {
    process.umask(umask);
  }
}

function readDisplayNumber(server) {
  let complaint = '';
  server.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const tooLate = AbortSignal.timeout(START_MILLISECONDS);
  return new Promise((resolve, reject) => {
    let number = '';
    server.stdio[DISPLAY_FILE_DESCRIPTOR].on('data', (chunk) => {
      number += chunk;
      if (number.endsWith('\n')) resolve(number.trim());
    });
    server.once('error', (error) => reject(noDisplay(error.message)));
    server.once('close', () => reject(noDisplay(complaint.trim() || 'it ended at once')));
    tooLate.addEventListener('abort', () => reject(noDisplay('it did not answer in time')));
  });
}

function noDisplay(reason) {
  return new Failure(
    `The virtual display did not start: ${reason}.`,
    'run "Xvfb -displayfd 1" by hand and see what it says.',
  );
}
