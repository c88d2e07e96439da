import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure.mjs';
import { findProgram } from './project.mjs';

const SET_USER_ID_FOR_ALL = 0o4755;

/**
 * Chromium's sandbox needs either user namespaces or its helper, owned by root with the set-user-id
 * bit. Without both, Electron ends at its start with a message that helps nobody.
 */
export function requireSandbox(electron, user) {
  if (process.platform !== 'linux') return;
  const helper = join(dirname(electron), 'chrome-sandbox');
  if (isHelperReady(helper) || allowsUserNamespaces(user)) return;
  throw new Failure(
    "This machine allows no user namespaces, which Electron's sandbox is made of.",
    `run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  );
}

function isHelperReady(helper) {
  if (!existsSync(helper)) return false;
  const { uid, mode } = statSync(helper);
  return uid === 0 && (mode & SET_USER_ID_FOR_ALL) === SET_USER_ID_FOR_ALL;
}

function allowsUserNamespaces(user) {
  // If it cannot be tested, Electron itself must report it.
  if (!findProgram('unshare')) return true;
  const identity = user && { uid: user.uid, gid: user.gid };
  const { status } = spawnSync('unshare', ['--user', '--map-root-user', 'true'], identity);
  return status === 0;
}
