import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { Queue } from '#main/base/queue';
import type { CheckRun } from '#shared/checks/check';
import { CHECK_LOG_CHARACTERS, CHECK_RUNS } from './limits';

const schema = z.object({
  v: z.literal(1),
  runs: z.array(
    z.object({
      name: z.string(),
      command: z.string(),
      selection: z.string(),
      outcome: z.enum(['passed', 'failed', 'cancelled', 'not-run']),
      message: z.string().nullable(),
      at: z.number(),
      milliseconds: z.number(),
      report: z
        .object({
          runner: z.string(),
          passed: z.number().nullable(),
          failed: z.number(),
          failures: z.array(z.string()),
        })
        .nullable(),
      log: z.string(),
    }),
  ),
});

/** The results of the checks on the changes of one session. An unreadable record proves nothing. */
export class CheckRecords {
  private readonly writes = new Queue();
  private readonly file: KeptFile<readonly CheckRun[]>;
  /** The runs; null until the file could be read. */
  private known: readonly CheckRun[] | null = null;

  constructor(
    private readonly path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  /** The runs, oldest first. */
  async runs(): Promise<readonly CheckRun[]> {
    if (this.known !== null) return this.known;
    const kept = await this.file.read();
    if (kept.type === 'unavailable') return [];
    this.known = kept.type === 'found' ? kept.value : [];
    return this.known;
  }

  add(run: CheckRun): Promise<void> {
    return this.writes.run(async () => {
      const known = await this.runs();
      await mkdir(dirname(this.path), { recursive: true });
      await this.file.write((unseen) => {
        this.known = withinBounds([...(unseen ?? known), run]);
        return `${JSON.stringify({ v: 1, runs: this.known })}\n`;
      });
    });
  }
}

function parse(value: unknown): readonly CheckRun[] | null {
  return schema.safeParse(value).data?.runs ?? null;
}

/** The newest runs. Of the older ones the output is dropped. */
function withinBounds(runs: readonly CheckRun[]): readonly CheckRun[] {
  let room = CHECK_LOG_CHARACTERS;
  return runs
    .slice(-CHECK_RUNS)
    .toReversed()
    .map((run) => {
      room -= run.log.length;
      return room < 0 ? { ...run, log: '' } : run;
    })
    .toReversed();
}
