import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { run, runQuietly } from '../setup/processes.mjs';
import { root } from '../setup/project.mjs';
import { canRead } from './ordinaryUser.mjs';

/**
 * Makes the tests' files readable for `user`. Readable files stay where they are; others are linked
 * or copied into `folder`. Returns the paths to use.
 */
export async function stage(folder, user, electron) {
  const project = await stageProject(join(folder, 'project'), user);
  const node = await stagePath(process.execPath, join(folder, 'node'), user);
  const inside = relative(root, electron);
  if (!inside.startsWith('..') && !isAbsolute(inside)) {
    return { project, node, electron: join(project, inside) };
  }
  const runtime = await stagePath(dirname(electron), join(folder, 'electron'), user);
  return { project, node, electron: join(runtime, basename(electron)) };
}

async function stageProject(target, user) {
  const names = (await readdir(root)).filter(isNeeded);
  const paths = names.map((name) => join(root, name));
  if (canRead(user, paths)) return root;
  await copyReadably(paths, target, user);
  return target;
}

/** Hidden entries hold the history and perhaps secrets, and no test reads them. */
function isNeeded(name) {
  return !name.startsWith('.') && name !== 'test-results';
}

async function stagePath(path, target, user) {
  if (canRead(user, [path])) return path;
  await copyReadably([path], target, user);
  return join(target, basename(path));
}

async function copyReadably(paths, target, user) {
  await mkdir(target);
  const { code } = await run('cp', ['-al', '-t', target, ...paths], { collect: true });
  if (code === 0) {
    // The folders are new, so their modes may change. A linked file shares its mode with the
    // original and must not be changed.
    await runQuietly('find', [target, '-type', 'd', '-exec', 'chmod', 'a+rx', '{}', '+'], noRoom);
    if (canRead(user, [target])) return;
  }
  await rm(target, { recursive: true });
  await mkdir(target);
  await runQuietly('cp', ['-a', '-t', target, ...paths], noRoom);
  await runQuietly('chmod', ['-R', 'a+rX', target], noRoom);
}

const noRoom = {
  failure: 'The app could not be copied to where the tests run it',
  next: 'make room in the folder for temporary files, then run this again.',
};
