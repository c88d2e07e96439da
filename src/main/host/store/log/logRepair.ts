import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { errorCode, type FileAccess } from '#main/host/store/fileAccess';
import { DAMAGED_FILE, TORN_FILE } from '#main/host/store/layout';
import type { DamagedLine, LogScan } from './logScan';

/** The damage found when a log was opened. All zero for nearly every log. */
export interface LogRepair {
  /** Bytes of a half-written last line, moved to `log.torn`. */
  readonly tornBytes: number;
  /** Lines that cannot be read: they stay in the log, and are copied to `log.damaged`. */
  readonly damagedLines: number;
  readonly damaged: readonly DamagedLine[];
  /** Numbers of events that are missing. */
  readonly missing: number;
  readonly repeated: number;
  readonly unknownKinds: number;
}

/** Makes the file end with a whole line; the removed bytes are first kept next to it. */
export async function cutTornTail(
  folder: string,
  file: FileAccess,
  { end, torn }: LogScan,
): Promise<void> {
  if (torn.length === 0) return;
  await keepTorn(join(folder, TORN_FILE), torn);
  await file.truncate(end);
  await file.datasync();
}

/**
 * Copies the damaged lines to a file where a person can examine them. They are still in the log, so
 * the copy is rewritten whenever there are some, and is missing on a full disk.
 */
export async function copyDamaged(folder: string, scan: LogScan): Promise<void> {
  if (scan.quarantine.length === 0) return;
  const lines = scan.quarantine.flatMap((line) => [line, Buffer.from('\n')]);
  try {
    await writeFileAtomic(join(folder, DAMAGED_FILE), Buffer.concat(lines));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

export function repairOf(scan: LogScan): LogRepair {
  const { torn, damagedLines, damaged, missing, repeated, unknownKinds } = scan;
  return { tornBytes: torn.length, damagedLines, damaged, missing, repeated, unknownKinds };
}

async function keepTorn(path: string, torn: Buffer): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(Buffer.concat([torn, Buffer.from('\n')]));
    await file.sync();
  } finally {
    await file.close();
  }
}
