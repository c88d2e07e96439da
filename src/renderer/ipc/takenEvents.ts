/** Main is told each time that so much more was taken: seldom, and long before it would stop sending. */
export const TOLD_CHARACTERS = 256 * 1024;

/** Counts what this window has dealt with of all that main sends it. */
export class TakenEvents {
  private characters = 0;

  constructor(private readonly tell: (characters: number) => void) {}

  add(characters: number): void {
    this.characters += characters;
    if (this.characters < TOLD_CHARACTERS) return;
    const { characters: taken } = this;
    this.characters = 0;
    this.tell(taken);
  }
}
