import { type CheckFinding, type CheckStep, checkStepList, checkSteps } from '#shared/agentCheck';
import { KEPT_CHARACTERS } from './limits';
import { plainWords } from './plainWords';
import { type Judged, skipped } from './verdicts';

/** The findings of a check so far: one for each step, bounded and without secrets. */
export class CheckFindings {
  private readonly found: CheckFinding[] = [];

  /** In the order of the steps. */
  get list(): readonly CheckFinding[] {
    return this.found;
  }

  /** In the order of the steps. */
  inOrder(): readonly CheckFinding[] {
    return checkStepList.flatMap((step) => this.of(step) ?? []);
  }

  has(step: CheckStep, verdict: CheckFinding['verdict']): boolean {
    return this.of(step)?.verdict === verdict;
  }

  /** A later result of the same step replaces the earlier one. */
  add(step: CheckStep, judged: Judged, milliseconds: number | null = null): void {
    const at = this.found.findIndex((finding) => finding.step === step);
    const message = plainWords(judged.message, KEPT_CHARACTERS);
    const advice = judged.advice && plainWords(judged.advice, KEPT_CHARACTERS);
    const timed = judged.verdict === 'skipped' ? null : milliseconds;
    const finding = { step, verdict: judged.verdict, message, advice, milliseconds: timed };
    if (at === -1) this.found.push(finding);
    else this.found[at] = finding;
  }

  skipOthers(withPrompts: boolean): void {
    for (const step of checkStepList) {
      if (checkSteps[step].needsPrompt && !withPrompts) continue;
      if (this.of(step) !== undefined) continue;
      this.add(step, skipped('Not tried, because an earlier step failed.'));
    }
  }

  private of(step: CheckStep): CheckFinding | undefined {
    return this.found.find((finding) => finding.step === step);
  }
}
