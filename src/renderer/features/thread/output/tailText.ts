import { TERMINAL_TAIL_CHARACTERS } from '#window/features/thread/limits';

/** The end of a stream. Its pieces have offsets, since earlier ones may arrive late or twice. */
export class TailText {
  text = '';
  private start = 0;
  private end = 0;

  /** Adds a piece. A gap in the stream is not marked. */
  add(data: string, offset: number): void {
    if (data === '') return;
    if (this.text === '') {
      this.start = offset;
      this.end = offset;
    }
    const before = offset < this.start ? data.slice(0, this.start - offset) : '';
    const after = data.slice(Math.max(0, this.end - offset));
    this.text = (before + this.text + after).slice(-TERMINAL_TAIL_CHARACTERS);
    this.end = Math.max(this.end, offset + data.length);
    this.start = Math.max(Math.min(this.start, offset), this.end - TERMINAL_TAIL_CHARACTERS);
  }
}
