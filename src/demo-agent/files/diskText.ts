import { lstat, open } from 'node:fs/promises';

export const maxTextBytes = 2 * 1024 * 1024;

/** Why a file is no text that we handle. */
export type NotText = 'missing' | 'link' | 'not a file' | 'too big' | 'binary';

export type DiskText = { readonly text: string } | { readonly skipped: NotText };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads what can be written back unchanged: a file that is not valid UTF-8 would not survive it. */
export async function readDiskText(
  path: string,
  options: { followLink: boolean },
): Promise<DiskText> {
  const info = await lstat(path).catch(() => undefined);
  if (!info) return { skipped: 'missing' };
  if (info.isSymbolicLink() && !options.followLink) return { skipped: 'link' };
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return { skipped: 'missing' };
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { skipped: 'not a file' };
    if (stat.size > maxTextBytes) return { skipped: 'too big' };
    const bytes = await file.readFile();
    if (bytes.includes(0)) return { skipped: 'binary' };
    return { text: decoder.decode(bytes) };
  } catch {
    return { skipped: 'binary' };
  } finally {
    await file.close();
  }
}
