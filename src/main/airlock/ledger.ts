import { explainRead } from '#main/base/keptFile';
import { emptyLedger, foldLedger } from '#shared/airlock/foldLedger';
import {
  LEDGER_VERSION,
  type LedgerEvent,
  type LedgerRecord,
  type LedgerState,
} from '#shared/airlock/ledger';
import { AppException } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { refuse } from './attempt';
import { Journal, type JournalRepair } from './journal';
import { ledgerRecord } from './ledgerSchema';
import { NEWER } from './sessionRecord';

/** A session's facts about changes, and what they add up to. */
export class Ledger {
  private constructor(
    private readonly journal: Journal<LedgerRecord>,
    private current: LedgerState,
    private readonly sessionId: SessionId,
    private readonly clock: () => number,
    readonly repair: JournalRepair,
  ) {}

  static async open(path: string, sessionId: SessionId, clock: () => number): Promise<Ledger> {
    try {
      const parse = (value: unknown) => parseRecord(value, sessionId);
      const { journal, records, repair } = await Journal.open(path, parse);
      return new Ledger(journal, foldLedger(emptyLedger, records), sessionId, clock, repair);
    } catch (error) {
      if (error instanceof AppException) throw error;
      throw refuse(`The list of this session’s changes cannot be read. ${explainRead(error)}`);
    }
  }

  get state(): LedgerState {
    return this.current;
  }

  /** They count once they are on the disk, and not before. */
  async append(events: readonly LedgerEvent[]): Promise<void> {
    if (events.length === 0) return;
    const at = this.clock();
    const envelope = { v: LEDGER_VERSION, at, session: this.sessionId };
    const records = events.map((event): LedgerRecord => ({ ...envelope, ...event }));
    await this.journal.append(records);
    this.current = foldLedger(this.current, records);
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

/** A newer version's events may say anything about the older ones: then none of them is used. */
function parseRecord(value: unknown, sessionId: SessionId): LedgerRecord | null {
  const { v, session } = Object(value) as { v?: unknown; session?: unknown };
  if (typeof v === 'number' && v > LEDGER_VERSION) throw refuse(NEWER);
  // What another session decided is not carried out in this one's files.
  if (session !== undefined && session !== sessionId) return null;
  return ledgerRecord.safeParse(value).data ?? null;
}
