import type { ProcessView, ShutdownReport } from '#main/agents/agents';
import { DisposableOwner } from '#main/base/disposable';
import { verdictWeights } from '#shared/agentCheck';
import type { CheckFindings } from './checkFindings';
import { judgeEnd, judgeOutput } from './verdicts';

/** The output of one examination's processes, and how each of them ended. */
export class ObservedProcesses extends DisposableOwner {
  private newest: ProcessView | null = null;
  /** The number of lines that were not messages, and of invalid messages. */
  private garbage = 0;
  private problems = 0;
  private readonly ends: ShutdownReport[] = [];
  /** The end of the last process's standard error. */
  stderrTail = '';

  watch(process: ProcessView): void {
    this.newest = process;
    this.register(
      process.onDidRecord(({ direction }) => {
        if (direction === 'garbage') this.garbage++;
        if (direction === 'problem') this.problems++;
      }),
    );
  }

  noteEnd(report: ShutdownReport): void {
    this.ends.push(report);
    this.stderrTail = this.newest?.stderrTail() ?? '';
  }

  /** Judges all processes together. The worst end counts. */
  judge(findings: CheckFindings): void {
    const [worst] = this.ends.toSorted((one, other) => weightOf(other) - weightOf(one));
    if (worst === undefined) return;
    findings.add('end', judgeEnd(worst), Math.round(worst.milliseconds));
    const { garbage, problems } = this;
    findings.add('output', judgeOutput({ garbage, problems }));
  }
}

function weightOf(report: ShutdownReport): number {
  return verdictWeights[judgeEnd(report).verdict];
}
