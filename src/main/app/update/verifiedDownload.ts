import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '#shared/errors';
import type { UpdateFile } from './manifest';

export type Fetch = (url: string, options: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * Downloads a file of a release. It gets its name only once it is whole, on the disk and exactly what the
 * signed announcement says; whatever goes wrong before leaves nothing.
 */
export async function downloadVerified(
  file: UpdateFile,
  target: string,
  { fetch, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<Result<string>> {
  const partial = `${target}.partial`;
  try {
    const response = await fetch(file.url, { signal });
    if (!response.ok || response.body === null) {
      return fail('io', `The download failed: the server answered ${response.status}.`);
    }
    const problem = await writeBody(response.body, partial, file);
    if (problem !== null) return fail('io', problem);
    await rename(partial, target);
    return ok(target);
  } catch (error) {
    return fail('io', `The download failed: ${reasonOf(error)}`);
  } finally {
    await rm(partial, { force: true });
  }
}

/** What is wrong with it; null if nothing is. */
async function writeBody(
  body: AsyncIterable<Uint8Array>,
  path: string,
  { size, sha512 }: UpdateFile,
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
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (received < size) return `The download ended at ${received} of ${size} bytes.`;
  const isSame = hash.digest('base64') === sha512;
  return isSame ? null : 'The download is not the announced file, and was not used.';
}

function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full.';
  return cause instanceof Error ? `${cause.message}.` : `${message}.`;
}
