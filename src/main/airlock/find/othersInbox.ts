import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { attempt, refuse } from '#main/airlock/disk/attempt';
import { LedgerFile } from '#main/airlock/ledger/ledger';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import type { OthersDecisions } from './othersWrites';

const INBOX_FILE = 'others.ndjson';
const INBOX_VERSION = 1;

const objectId = z.custom<ObjectId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value),
);
const entry = z.object({ mode: z.string(), blob: objectId }).nullable();
const letter = z.object({
  v: z.literal(INBOX_VERSION),
  root: z.string(),
  differences: z.array(
    z.object({
      path: z.string(),
      oldPath: z.string().exactOptional(),
      base: entry,
      proposed: entry,
    }),
  ),
});
type Letter = z.infer<typeof letter>;

/**
 * Changes that were accepted in other sessions of the same folder while an in-place session was
 * closed. They wait in the session's folder, with their bytes in its own store, until it is opened.
 */
export class OthersInbox {
  private readonly path: string;

  constructor(
    folder: string,
    /** The session's own store. */
    private readonly objects: ObjectStore,
    private readonly onProblem: ReportProblem,
  ) {
    this.path = OthersInbox.pathIn(folder);
  }

  /** The path of the file in a session's folder. */
  static pathIn(folder: string): string {
    return join(folder, INBOX_FILE);
  }

  /**
   * Settles when the note is on disk. If the bytes of a version cannot be read now, they are
   * missing when the note is read.
   */
  async leave({ root, differences, store }: OthersDecisions): Promise<void> {
    const versions = differences.flatMap(({ base, proposed }) => [base, proposed]);
    const blobs = await store.readAll(versions.flatMap((version) => version?.blob ?? []));
    for (const blob of blobs.values()) {
      if (typeof blob !== 'string') await this.objects.write(blob);
    }
    const { journal } = await LedgerFile.open<Letter>(this.path, parse);
    try {
      await journal.append([{ v: INBOX_VERSION, root, differences: [...differences] }]);
    } finally {
      await journal.close();
    }
  }

  /** Passes on the waiting decisions in order, and forgets each once it was taken. */
  async take(taken: (decisions: OthersDecisions) => Promise<void>): Promise<boolean> {
    if ((await ifExists(stat(this.path))) === undefined) return false;
    const opened = await attempt(this.path, () => LedgerFile.open<Letter>(this.path, parse));
    if (!opened.ok) throw this.unread(opened.error.message);
    const { journal, records, repair } = opened.value;
    await journal.close();
    if (repair.unreadLines > 0) throw this.unread('It is damaged.');
    if (repair.tornBytes > 0) {
      const message =
        'Its end is damaged and was set aside beside it: work that you accepted in another session may be listed here as the agent’s.';
      this.onProblem({ path: this.path, message, aside: null, isDerived: false });
    }
    for (const { root, differences } of records) {
      await taken({ root, how: 'accepted', differences, store: this.objects });
    }
    await rm(this.path, { force: true });
    return records.length > 0;
  }

  private unread(why: string): AppException {
    return refuse(
      `The list of what you accepted in other sessions of this folder cannot be read: ${this.path}. ${why} Nothing was changed. Restore the file and open the session again. Move it away if you cannot: work that you accepted elsewhere may then be listed here as the agent’s.`,
    );
  }
}

function parse(value: unknown): Letter | null {
  return letter.safeParse(value).data ?? null;
}
