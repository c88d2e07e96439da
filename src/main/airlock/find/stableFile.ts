import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isSameFile, modeOf } from '#main/airlock/disk/anchoredFile';
import { READ_PAUSES_MILLISECONDS, STORED_FILE_BYTES } from '#main/airlock/limits';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import type { FileMode } from '#shared/airlock/change';
import type { ChangeNotice } from '#shared/ipc/changes';

/** A file that nobody wrote to while it was read. */
export interface StableFile {
  readonly mode: FileMode;
  readonly bytes: Buffer;
  readonly status: BigIntStats;
}

/**
 * `gone`: there is no file or link with that name. Other values are the reason why it could not be
 * read.
 */
export type FileReading =
  | StableFile
  | 'gone'
  | Extract<ChangeNotice['reason'], 'unreadable' | 'too-large' | 'unsettled'>;

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR']);

/**
 * Reads a file of a tree that others write to. Git would map it into memory, and crash if the file
 * were shortened in the meantime. A half-written file must not be reviewed.
 */
export async function readStable(root: string, path: string): Promise<FileReading> {
  for (const pause of READ_PAUSES_MILLISECONDS) {
    const reading = await readOnce(root, path);
    if (reading !== 'unsettled') return reading;
    await setTimeout(pause);
  }
  return readOnce(root, path);
}

async function readOnce(root: string, path: string): Promise<FileReading> {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  // Such a name cannot be used with a folder that is held open.
  if (path.includes('\\')) return 'unreadable';
  try {
    const folder = await AnchoredFolder.open(root, parts);
    try {
      return await readAt(folder.at(name));
    } finally {
      await folder.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return GONE.has(code) ? 'gone' : 'unreadable';
  }
}

async function readAt(path: string): Promise<FileReading> {
  const found = await lstat(path, { bigint: true });
  if (found.isSymbolicLink()) {
    return {
      mode: '120000',
      bytes: await readlink(path, { encoding: 'buffer' }),
      status: found,
    };
  }
  if (found.isDirectory()) return 'gone';
  const file = await open(path, READ);
  try {
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) return 'unreadable';
    if (before.size > STORED_FILE_BYTES) return 'too-large';
    const bytes = Buffer.allocUnsafe(Number(before.size));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return 'unsettled';
      length += bytesRead;
    }
    const after = await file.stat({ bigint: true });
    return isSameFile(before, after) ? { mode: modeOf(after), bytes, status: after } : 'unsettled';
  } finally {
    await file.close();
  }
}
