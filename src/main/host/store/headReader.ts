import { open } from 'node:fs/promises';
import type { SessionId } from '#shared/ids';
import { emptyHead, reduceHead } from '#shared/session/reduceHead';
import type { SessionHead } from '#shared/session/state';
import { scanLog } from './logScan';

/** Folds a log into its head alone, leaving the file as it is. */
export async function readHead(id: SessionId, logPath: string): Promise<SessionHead> {
  const file = await open(logPath, 'r');
  try {
    let head = emptyHead(id);
    let updatedAt = 0;
    const { lastSeq } = await scanLog(file, {
      visit: (event) => {
        head = reduceHead(head, event);
        updatedAt = event.at;
      },
      text: {
        // No text of an agent's is part of a head.
        mayPass: () => true,
        passed: ({ at }) => {
          updatedAt = at;
        },
      },
    });
    return { ...head, updatedAt, seq: lastSeq };
  } finally {
    await file.close();
  }
}
