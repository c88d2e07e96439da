import { emptyLedger, foldLedger } from '#shared/airlock/foldLedger';
import {
  LEDGER_VERSION,
  type LedgerEvent,
  type LedgerRecord,
  type LedgerState,
} from '#shared/airlock/ledger';
import { Journal, type JournalRepair } from './journal';
import { ledgerRecord } from './ledgerSchema';

/** A session's facts about changes, and what they add up to. */
export class Ledger {
  private constructor(
    private readonly journal: Journal<LedgerRecord>,
    private current: LedgerState,
    private readonly clock: () => number,
    readonly repair: JournalRepair,
  ) {}

  static async open(path: string, clock: () => number): Promise<Ledger> {
    const parse = (value: unknown) => ledgerRecord.safeParse(value).data ?? null;
    const { journal, records, repair } = await Journal.open(path, parse);
    return new Ledger(journal, foldLedger(emptyLedger, records), clock, repair);
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
