import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { ifExists } from '#main/base/files/ifExists';
import { openOwn } from '#main/base/files/ownFile';

/** The operations that the store needs of an open file; tests pass one that fails. */
export type FileAccess = Pick<
  FileHandle,
  'read' | 'writev' | 'datasync' | 'truncate' | 'stat' | 'close'
>;

/** Anything that bytes can be read from at a position. */
export interface ByteSource {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
}

export type OpenFile = (path: string) => Promise<FileAccess>;

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Never truncates, and creates no file at a link's target. Not in append mode, which would ignore
 * the position of a repeated write.
 */
export const openFile: OpenFile = async (path) =>
  (await ifExists(openOwn(path, constants.O_RDWR))) ??
  open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, PRIVATE_FILE);

export async function createFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Makes new names in a folder durable. Windows has no such call, and cannot open a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
