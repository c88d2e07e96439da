import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifExists } from '#main/base/files/ifExists';
import { StallTimer } from '#main/base/network/stallTimer';
import { fail, ok, type Result } from '#shared/errors';
import type { Fetch } from './guardedFetch';
import type { UpdateFile, UpdateManifest } from './manifest';
import { networkReason } from './networkReason';

/** A download that receives nothing for this long is given up. */
const STALL_MILLISECONDS = 60_000;

export interface DownloadOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly stallMilliseconds?: number;
  /** Called with the number of bytes received so far. */
  onProgress?(received: number): void;
}

/** Downloads the file of a release for one kind of installation, such as `deb-x64`. */
export async function downloadFor(
  { files }: UpdateManifest,
  kind: string,
  folder: string,
  options: DownloadOptions,
): Promise<Result<string>> {
  const file = files[kind];
  if (file === undefined) return fail('not-found', 'There is no download for this system.');
  return downloadVerified(file, folder, options);
}

/**
 * Downloads a file of a release into a folder. It gets its name only once it is complete, on disk
 * and exactly as signed in the announcement. Any earlier failure leaves nothing behind.
 */
async function downloadVerified(
  file: UpdateFile,
  folder: string,
  options: DownloadOptions,
): Promise<Result<string>> {
  const name = new URL(file.url).pathname.split('/').at(-1) ?? '';
  if (!/^\w[\w.+-]{0,200}$/.test(name)) return fail('refused', 'The download has no safe name.');
  const target = join(folder, name);
  const partial = `${target}.partial`;
  using stall = new StallTimer(options.stallMilliseconds ?? STALL_MILLISECONDS, options.signal);
  try {
    await mkdir(folder, { recursive: true });
    if (await isWhole(target, file)) return ok(target);
    await rm(target, { force: true });
    const response = await options.fetch(file.url, { signal: stall.signal });
    if (!response.ok || response.body === null) {
      return fail('io', `The download failed: the server answered ${response.status}.`);
    }
    const problem = await writeBody(response.body, partial, file, (received) => {
      stall.restart();
      options.onProgress?.(received);
    });
    if (problem !== null) return fail('refused', problem);
    await rename(partial, target);
    return ok(target);
  } catch (error) {
    if (options.signal.aborted) return fail('cancelled', 'The download was cancelled.');
    if (stall.isOver) {
      return fail('timeout', 'The download stopped: the server has sent nothing for a while.');
    }
    return fail('io', `The download failed: ${networkReason(error)}.`);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Whether the file was downloaded before and still matches the announcement. */
async function isWhole(path: string, { size, sha512 }: UpdateFile): Promise<boolean> {
  const found = await ifExists(stat(path));
  if (found?.size !== size || !found.isFile()) return false;
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64') === sha512;
}

/** What is wrong with the body; null if nothing is. */
async function writeBody(
  body: AsyncIterable<Uint8Array>,
  path: string,
  { size, sha512 }: UpdateFile,
  onProgress: (received: number) => void,
): Promise<string | null> {
  const hash = createHash('sha512');
  let received = 0;
  const handle = await open(path, 'w', 0o600);
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > size) return 'The download is larger than announced, and was not used.';
      hash.update(chunk);
      await handle.writeFile(chunk);
      onProgress(received);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (received < size) return `The download ended at ${received} of ${size} bytes.`;
  const isSame = hash.digest('base64') === sha512;
  return isSame ? null : 'The download is not the announced file, and was not used.';
}
