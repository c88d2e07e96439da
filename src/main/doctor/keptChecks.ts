import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { Queue } from '#main/base/queue';
import { type AgentCheck, type CheckStep, checkStepList } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import { KEPT_CHECKS, KEPT_VERSIONS } from './limits';

const finding = z.object({
  step: z.enum(checkStepList as [CheckStep, ...CheckStep[]]),
  verdict: z.enum(['ok', 'note', 'problem', 'skipped']),
  message: z.string(),
  advice: z.string().nullable(),
  milliseconds: z.number().nullable(),
});

const check = z.object({
  agentId: z.string().transform((id) => id as AgentId),
  name: z.string(),
  version: z.string().nullable(),
  programVersion: z.string().nullable(),
  protocol: z.string().nullable(),
  abilities: z.array(z.string()),
  at: z.number(),
  app: z.string(),
  system: z.string(),
  withPrompts: z.boolean(),
  findings: z.array(finding),
  stderrTail: z.string(),
});

const schema = z.object({ v: z.literal(1), checks: z.array(check) });

type Checks = readonly AgentCheck[];

/**
 * The results of checks, oldest first: one for each version of an agent, with prompts and without.
 */
export class KeptChecks {
  private readonly writes = new Queue();
  private readonly file: KeptFile<Checks>;
  private checks: Checks = [];

  private constructor(
    private readonly path: string,
    onProblem: ReportProblem,
  ) {
    const parse = (value: unknown) => schema.safeParse(value).data?.checks ?? null;
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  static async open(path: string, onProblem: ReportProblem): Promise<KeptChecks> {
    const kept = new KeptChecks(path, onProblem);
    const read = await kept.file.read();
    if (read.type === 'found') kept.checks = read.value;
    return kept;
  }

  /** Newest first. */
  of(agentId: AgentId): Checks {
    return this.checks.filter((one) => one.agentId === agentId).toReversed();
  }

  /** Adds a result; settles when it is on disk. */
  add(fresh: AgentCheck): Promise<void> {
    // The result is shown even if it cannot be written.
    this.checks = withCheck(this.checks, fresh);
    return this.writes.run(async () => {
      await mkdir(dirname(this.path), { recursive: true });
      await this.file.write((unseen) => {
        if (unseen !== null) {
          this.checks = this.checks.reduce(withCheck, unseen);
        }
        return `${JSON.stringify({ v: 1, checks: this.checks })}\n`;
      });
    });
  }
}

export function withCheck(checks: Checks, fresh: AgentCheck): Checks {
  const isReplaced = (one: AgentCheck) =>
    one.agentId === fresh.agentId &&
    one.version === fresh.version &&
    one.withPrompts === fresh.withPrompts;
  const others = checks.filter((one) => !isReplaced(one));
  const mine = [...others.filter(({ agentId }) => agentId === fresh.agentId), fresh];
  const dropped = new Set(mine.slice(0, -KEPT_VERSIONS));
  return [...others.filter((one) => !dropped.has(one)), fresh].slice(-KEPT_CHECKS);
}
