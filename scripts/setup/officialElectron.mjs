import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { withProgress } from './progress.mjs';
import { readJson, root } from './project.mjs';

// Electron is about 130 MB: long enough for a slow connection, short enough to notice a stuck one.
const TIME_LIMIT_MILLISECONDS = 10 * 60_000;

const folder = join(root, 'node_modules/electron');

export function officialVersion() {
  return readJson(join(folder, 'package.json')).version;
}

/**
 * The binary that the `electron` package has already downloaded, if it is complete and of the right
 * version.
 */
export function installedOfficial() {
  const versionFile = join(folder, 'dist/version');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(versionFile) || !existsSync(pathFile)) return undefined;
  if (readFileSync(versionFile, 'utf8').replace(/^v/, '') !== officialVersion()) return undefined;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

/** Makes the `electron` package download its binary; returns its path or why it failed. */
export async function downloadOfficial() {
  try {
    return { binary: await withProgress(`Downloading Electron ${officialVersion()}`, download) };
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    return { reason: error.message };
  }
}

class DownloadFailed extends Error {}

async function download() {
  const { code, output, timedOut } = await run(process.execPath, [join(folder, 'install.js')], {
    collect: true,
    timeLimit: TIME_LIMIT_MILLISECONDS,
    environment: downloadEnvironment(process.env),
  });
  if (timedOut) throw new DownloadFailed('it took more than 10 minutes');
  const binary = code === 0 ? installedOfficial() : undefined;
  if (!binary) throw new DownloadFailed(reasonIn(output));
  return binary;
}

function downloadEnvironment(environment) {
  const proxy = environment.HTTPS_PROXY ?? environment.https_proxy;
  return {
    ...environment,
    ELECTRON_GET_NO_PROGRESS: '1',
    // The download ignores a proxy unless it is told to use one.
    ...(proxy && { ELECTRON_GET_USE_PROXY: 'true', NODE_USE_ENV_PROXY: '1' }),
  };
}

export function reasonIn(output) {
  const named = output.match(/^\w*Error(?: \[\w+\])?: (.+)$/m);
  return (named?.[1] ?? output.trim().split('\n')[0]) || 'no reason given';
}
