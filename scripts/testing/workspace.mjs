import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../setup/processes.mjs';
import { root } from '../setup/project.mjs';
import { memoryFolder } from './memoryFolder.mjs';
import { canRead } from './ordinaryUser.mjs';

// Only the variables that are needed to run and show the tests are kept from the caller's account.
const KEPT =
  /^(PATH|LANG|LC_\w+|TZ|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|DEBUG|PWDEBUG|NODE_OPTIONS|(PLAYWRIGHT|AIRLOCK)_\w+)$/;
// Every Node reads them at its start, which takes longer than the rest of the start; only downloads
// of real programs need them.
const CERTIFICATES = 'NODE_EXTRA_CA_CERTS';
const REAL_PROGRAMS = /^AIRLOCK_REAL_/;

/**
 * A folder for one end-to-end run. `own` inside it belongs to the user of the tests; if that is not
 * the caller, this user can only read the rest.
 */
export async function openWorkspace(user) {
  const folder = await makeFolder(user);
  const own = join(folder, 'own');
  const places = {
    home: join(own, 'home'),
    temporary: join(memoryFolder() ?? own, 'tmp'),
    runtime: join(own, 'runtime'),
  };
  for (const place of [own, ...Object.values(places)]) {
    await mkdir(place, { mode: 0o700 });
    if (user) await chown(place, user.uid, user.gid);
  }
  return { folder, ...places, results: join(own, 'results'), reportFile: join(own, 'report.json') };
}

async function makeFolder(user) {
  for (const base of [tmpdir(), '/tmp']) {
    const folder = await mkdtemp(join(base, 'airlock-'));
    if (!user) return folder;
    await chown(folder, 0, user.gid);
    await chmod(folder, 0o750);
    // The folder for temporary files may be private to root.
    if (base === '/tmp' || canRead(user, [folder])) return folder;
    await rm(folder, { recursive: true });
  }
}

export function workspaceEnvironment({ home, temporary, runtime }, user) {
  if (process.platform !== 'linux') return process.env;
  const needsCertificates = Object.keys(process.env).some((name) => REAL_PROGRAMS.test(name));
  const kept = Object.entries(process.env).filter(
    ([name]) => KEPT.test(name) || (needsCertificates && name === CERTIFICATES),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: runtime,
    SHELL: '/bin/bash',
    ...(user && { USER: user.name, LOGNAME: user.name }),
  };
}

/** Moves the traces and images of failures to where people look for them, and then cleans up. */
export async function closeWorkspace({ folder, results }, user) {
  const kept = join(root, 'test-results');
  await rm(kept, { recursive: true, force: true });
  try {
    await cp(results, kept, { recursive: true });
    if (user) await runQuietly('chown', ['-R', '--reference', root, kept], notKept);
  } catch (error) {
    // Without a run, there are no results.
    if (error.code !== 'ENOENT') throw error;
  } finally {
    await removeAll(folder);
  }
}

async function removeAll(folder) {
  try {
    // Programs that are still ending may write again.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    // Only `rm` can delete folders deeper than the longest path, such as a hostile agent creates.
    if (error.code !== 'ENAMETOOLONG') throw error;
    await runQuietly('rm', ['-rf', folder], notRemoved);
  }
}

const notRemoved = {
  failure: 'The folder of the tests could not be removed',
  next: 'remove it yourself.',
};

const notKept = {
  failure: 'The results of the tests could not be handed over',
  next: 'look into test-results as root.',
};
