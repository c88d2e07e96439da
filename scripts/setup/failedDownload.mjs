import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder, readJson } from './project.mjs';

const KEPT_MILLISECONDS = 24 * 60 * 60_000;

const record = () => join(cacheFolder(), 'electron/failed-download.json');

/** Why the last attempt to download this version failed, if that was less than a day ago. */
export function rememberedReason(version) {
  if (!existsSync(record())) return undefined;
  const failure = readRecord();
  return failure && stillCounts(failure, version, Date.now()) ? failure.reason : undefined;
}

function readRecord() {
  try {
    return readJson(record());
  } catch (error) {
    // A record cut short by a full disk is ignored, and the download is tried again.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function stillCounts(failure, version, now) {
  const age = now - failure.at;
  return failure.version === version && age >= 0 && age < KEPT_MILLISECONDS;
}

export async function rememberFailure(version, reason) {
  await mkdir(dirname(record()), { recursive: true });
  await writeFile(record(), `${JSON.stringify({ version, reason, at: Date.now() })}\n`);
}

export async function forgetFailure() {
  await rm(record(), { force: true });
}
