import { onUnexpectedError } from '#main/base/unexpected';

export type QuitAnswer = 'cancel' | 'whenIdle' | 'now';

export interface QuittingParts {
  /** The number of sessions that would be interrupted. */
  atWork(): number;
  ask(sessions: number): Promise<QuitAnswer>;
  /** Settles when no started work is left, such as a queued prompt. */
  settled(): Promise<void>;
  /** Begins to quit, which asks `mayQuit` again. */
  quit(): void;
  /** Called when the app begins or stops to wait for the agents before it quits. */
  onDidChange(isWaiting: boolean): void;
}

/** Whether the app may quit now. While agents are working, the user decides. */
export class Quitting {
  private isAsking = false;
  private isAllowed = false;
  private isWaiting = false;

  constructor(private readonly parts: QuittingParts) {}

  get waits(): boolean {
    return this.isWaiting;
  }

  /** Asks the user if agents are working; after the answer, quitting starts again by itself. */
  mayQuit(): boolean {
    const sessions = this.parts.atWork();
    if (this.isAllowed || sessions === 0) return true;
    if (!this.isAsking) this.ask(sessions).catch(onUnexpectedError);
    return false;
  }

  answer(answer: QuitAnswer): void {
    this.wait(answer === 'whenIdle');
    this.isAllowed = answer === 'now';
    if (this.isAllowed) this.parts.quit();
    else this.update();
  }

  /** Called when something in a session has changed. */
  update(): void {
    if (this.isWaiting && this.parts.atWork() === 0) this.quitSettled().catch(onUnexpectedError);
  }

  private async ask(sessions: number): Promise<void> {
    this.isAsking = true;
    try {
      this.answer(await this.parts.ask(sessions));
    } finally {
      this.isAsking = false;
    }
  }

  private async quitSettled(): Promise<void> {
    await this.parts.settled();
    if (this.isWaiting && this.parts.atWork() === 0) this.parts.quit();
  }

  private wait(isWaiting: boolean): void {
    if (this.isWaiting === isWaiting) return;
    this.isWaiting = isWaiting;
    this.parts.onDidChange(isWaiting);
  }
}
