import { explainRead } from '#main/base/keptFile';
import { emptyLedger, foldLedger } from '#shared/airlock/foldLedger';
import {
  LEDGER_VERSION,
  type LedgerEvent,
  type LedgerRecord,
  type LedgerState,
} from '#shared/airlock/ledger';
import { AppException } from '#shared/errors';
import { refuse } from './attempt';
import { Journal, type JournalRepair } from './journal';
import { ledgerRecord } from './ledgerSchema';
import { NEWER } from './sessionRecord';

/** A session's facts about changes, and what they add up to. */
export class Ledger {
  private constructor(
    private readonly journal: Journal<LedgerRecord>,
    private current: LedgerState,
    private readonly clock: () => number,
    readonly repair: JournalRepair,
  ) {}

  static async open(path: string, clock: () => number): Promise<Ledger> {
    try {
      const { journal, records, repair } = await Journal.open(path, parseRecord);
      return new Ledger(journal, foldLedger(emptyLedger, records), clock, repair);
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
    const records = events.map((event): LedgerRecord => ({ v: LEDGER_VERSION, at, ...event }));
    await this.journal.append(records);
    this.current = foldLedger(this.current, records);
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

/** A newer version's events may say anything about the older ones: then none of them is used. */
function parseRecord(value: unknown): LedgerRecord | null {
  const { v } = Object(value) as { v?: unknown };
  if (typeof v === 'number' && v > LEDGER_VERSION) throw refuse(NEWER);
  return ledgerRecord.safeParse(value).data ?? null;
}
