import { cutText } from '#main/base/cutText';
import type { WireProblem } from '../connection';
import { GARBAGE_RUN, GARBAGE_TEXT_LENGTH } from './limits';

/** Lines of an agent's that are no messages. Many in a row are worth a warning, once. */
export class GarbageRun {
  private length = 0;
  private hasWarned = false;

  constructor(private readonly report: (problem: WireProblem) => void) {}

  add(text: string): void {
    this.report({ type: 'garbage', text: cutText(text, GARBAGE_TEXT_LENGTH) });
    if (++this.length < GARBAGE_RUN || this.hasWarned) return;
    this.hasWarned = true;
    const message = `The agent printed ${GARBAGE_RUN} lines in a row that are not messages.`;
    this.report({ type: 'unexpected', message });
  }

  /** A message came. */
  end(): void {
    this.length = 0;
  }
}
