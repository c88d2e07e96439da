import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import {
  FEED_CHARACTERS,
  FEED_KEPT_CHARACTERS,
  FEED_MILLISECONDS,
  FEED_SHARE_CHARACTERS,
  FEED_TERMINALS,
} from '#main/terminals/limits';
import type { SessionId, TerminalId } from '#shared/ids';
import { TextTail } from './textTail';

export interface FeedNews {
  readonly sessionId: SessionId;
  readonly terminalId: TerminalId;
  readonly data: string;
  /**
   * The position of `data` in the terminal's whole output: after a gap, some output was left out.
   */
  readonly offset: number;
}

interface Fed {
  readonly sessionId: SessionId;
  readonly terminalId: TerminalId;
  readonly tail: TextTail;
  sent: number;
}

/**
 * Sends the output of agents' terminals to the windows. Slow windows do not slow the commands down:
 * output that was not read in time is left out.
 */
export class OutputFeed extends DisposableOwner {
  private readonly news = this.register(new Emitter<FeedNews>());
  readonly onDidFeed = this.news.event;
  /** The terminals sorted by their last output, newest last. */
  private readonly fed = new Map<string, Fed>();
  private readonly waiting = new Set<Fed>();
  private timer: NodeJS.Timeout | undefined;

  push(sessionId: SessionId, terminalId: TerminalId, data: string): void {
    const key = keyOf(sessionId, terminalId);
    const fed = this.fed.get(key) ?? {
      sessionId,
      terminalId,
      tail: new TextTail(FEED_KEPT_CHARACTERS),
      sent: 0,
    };
    fed.tail.push(data);
    if (!this.waiting.has(fed)) {
      this.fed.delete(key);
      this.fed.set(key, fed);
      this.waiting.add(fed);
      this.makeRoom();
    }
    this.timer ??= setTimeout(() => this.flush(), FEED_MILLISECONDS);
  }

  /** The kept part of the output so far. */
  output(sessionId: SessionId, terminalId: TerminalId): { data: string; offset: number } {
    return this.fed.get(keyOf(sessionId, terminalId))?.tail.from(0) ?? { data: '', offset: 0 };
  }

  forget(sessionId: SessionId): void {
    for (const [key, fed] of this.fed) if (fed.sessionId === sessionId) this.remove(key, fed);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const share = Math.max(FEED_SHARE_CHARACTERS, Math.floor(FEED_CHARACTERS / this.waiting.size));
    for (const fed of this.waiting) {
      const { sessionId, terminalId, tail } = fed;
      const { data, offset } = tail.from(Math.max(fed.sent, tail.end - share));
      fed.sent = tail.end;
      if (data !== '') this.news.fire({ sessionId, terminalId, data, offset });
    }
    this.waiting.clear();
  }

  protected override release(): void {
    clearTimeout(this.timer);
    super.release();
  }

  private makeRoom(): void {
    const [oldest] = this.fed;
    if (this.fed.size > FEED_TERMINALS && oldest !== undefined) this.remove(...oldest);
  }

  private remove(key: string, fed: Fed): void {
    this.fed.delete(key);
    this.waiting.delete(fed);
  }
}

/** A unique key: agents choose any terminal id, but session ids contain no space. */
function keyOf(sessionId: SessionId, terminalId: TerminalId): string {
  return `${sessionId} ${terminalId}`;
}
