import { open } from 'node:fs/promises';
import type { SessionId } from '#shared/ids';
import { emptyHead, reduceHead } from '#shared/session/reduceHead';
import type { SessionHead } from '#shared/session/state';
import { explainEmpty } from './eventLog';
import { scanLog } from './logScan';

export interface ReadHead {
  readonly head: SessionHead;
  /** Why there is nothing to show; null as a rule. */
  readonly problem: string | null;
}

/** Folds a log into its head alone, leaving the file as it is. */
export async function readHead(id: SessionId, logPath: string): Promise<ReadHead> {
  const file = await open(logPath, 'r');
  try {
    let head = emptyHead(id);
    let updatedAt = 0;
    const scan = await scanLog(file, {
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
    const seq = scan.lastSeq;
    return { head: { ...head, updatedAt, seq }, problem: seq === 0 ? explainEmpty(scan) : null };
  } finally {
    await file.close();
  }
}
