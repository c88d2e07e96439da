import { identifier } from '../../json';
import { ToldText } from '../../toldText';
import { STREAMED_BLOCKS } from '../limits';

export type SpokenKind = 'text' | 'thinking';

interface StreamedBlock {
  readonly kind: SpokenKind;
  readonly index: unknown;
  readonly told: ToldText;
  isTold: boolean;
}

/**
 * Streamed text of a message, so that the whole message, which arrives afterwards, does not repeat
 * it. Old versions name neither the message nor the block.
 */
export class StreamedText {
  private messageId: string | null = null;
  private blocks: StreamedBlock[] = [];

  begin(messageId: unknown): void {
    this.messageId = identifier(messageId);
    this.blocks = [];
  }

  append(kind: SpokenKind, index: unknown, text: string): void {
    const last = this.blocks.at(-1);
    if (last && last.kind === kind && last.index === index && !last.isTold) {
      last.told.add(text);
    } else if (this.blocks.length < STREAMED_BLOCKS) {
      const told = new ToldText();
      told.add(text);
      this.blocks.push({ kind, index, told, isTold: false });
    }
  }

  /** The part of a whole block that was not streamed yet; all of it if nothing was. */
  rest(messageId: unknown, kind: SpokenKind, whole: string): string {
    const id = identifier(messageId);
    if (id !== null && this.messageId !== null && id !== this.messageId) return whole;
    const block = this.blocks.find((candidate) => candidate.kind === kind && !candidate.isTold);
    if (!block) return whole;
    block.isTold = true;
    // The text may be cut short: the agent repeats an interrupted message only as far as it keeps
    // it.
    return block.told.restOf(whole) ?? (block.told.maySurpass(whole) ? '' : whole);
  }
}
