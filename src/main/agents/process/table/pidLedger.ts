import { z } from 'zod';
import { commandsRun } from '#main/agents/process/environment/agentEnvironment';
import { FileProblems } from '#main/base/files/fileProblems';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import type { Logger } from '#main/base/log/logger';
import { Queue } from '#main/base/queue';
import { findFamily, type ProcessTable, signalProcesses } from './processTable';

/** A process that we started, as the app's next start looks for it. */
export interface LedgerEntry {
  readonly pid: number;
  readonly startTime: string | null;
  readonly runId: string;
  readonly command: string;
}

const ledgerFile = z.object({
  version: z.literal(1),
  processes: z.array(
    z.object({
      pid: z.int().min(2),
      startTime: z.string().nullable(),
      runId: z.string().min(1),
      command: z.string(),
    }),
  ),
});

/**
 * The running processes, on disk: the next start ends those that a crash of ours leaves. The
 * watchdog still sees a run that could not be recorded.
 */
export class PidLedger {
  private readonly queue = new Queue();
  private readonly entries = new Map<string, LedgerEntry>();

  private readonly file: KeptFile<readonly LedgerEntry[]>;

  constructor(
    path: string,
    private readonly table: ProcessTable,
    private readonly logger: Logger,
    onProblem: ReportProblem = new FileProblems(logger).report,
  ) {
    const parse = (value: unknown) => ledgerFile.safeParse(value).data?.processes ?? null;
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  /** Settles when the entry is on disk. */
  add(entry: LedgerEntry): Promise<void> {
    this.entries.set(entry.runId, entry);
    return this.save();
  }

  remove(runId: string): Promise<void> {
    return this.entries.delete(runId) ? this.save() : Promise.resolve();
  }

  /**
   * Kills what an earlier run of the app left, and returns the number of those processes. A pid
   * alone proves nothing: a process counts only if it carries the run's id, or belongs to the group
   * or the children of a process whose start time matches too.
   */
  sweep(): Promise<number> {
    return this.queue.run(async () => {
      const kept = await this.file.read();
      const written = kept.type === 'found' ? kept.value : [];
      const leftovers = written.filter(({ runId }) => !this.entries.has(runId));
      if (leftovers.length === 0) return 0;
      const killed = await this.end(leftovers);
      await this.write();
      return killed;
    });
  }

  drain(): Promise<void> {
    return this.queue.drain();
  }

  private async end(leftovers: readonly LedgerEntry[]): Promise<number> {
    const rows = await this.table.list();
    let killed = 0;
    for (const runId of new Set(leftovers.map((entry) => commandsRun(entry.runId)))) {
      const commands = rows.filter((row) => row.runId === runId && row.pid !== process.pid);
      await signalProcesses(commands, 'SIGKILL', this.table);
      killed += commands.length;
    }
    for (const entry of leftovers) {
      const leader = rows.find(({ pid }) => pid === entry.pid);
      const isOurs = leader?.runId === entry.runId && leader.startTime === entry.startTime;
      const family = isOurs
        ? findFamily(rows, entry)
        : rows.filter(({ pid, runId }) => runId === entry.runId && pid !== process.pid);
      await signalProcesses(family, 'SIGKILL', this.table);
      killed += family.length;
      this.logger.info('swept', { ...entry, processes: family.map(({ pid }) => pid) });
    }
    return killed;
  }

  private save(): Promise<void> {
    return this.queue.run(() => this.write());
  }

  private async write(): Promise<void> {
    const content: z.infer<typeof ledgerFile> = {
      version: 1,
      processes: [...this.entries.values()],
    };
    try {
      await this.file.write(async (unseen) => {
        // The file could not be read when the app started.
        if (unseen !== null) await this.end(unseen);
        return `${JSON.stringify(content, undefined, 2)}\n`;
      });
    } catch (error) {
      this.logger.warn('process ledger not written', { error });
    }
  }
}
