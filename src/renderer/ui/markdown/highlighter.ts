import type { CodeRun } from './highlightRuns';
import { HIGHLIGHT_CACHE, HIGHLIGHT_MILLISECONDS, HIGHLIGHTED_CHARACTERS } from './limits';

export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly code: string;
}

export interface HighlightAnswer {
  readonly id: number;
  readonly runs: readonly CodeRun[] | null;
}

type Runs = readonly CodeRun[] | null;

interface Job extends HighlightRequest {
  readonly key: string;
  resolve(runs: Runs): void;
}

/**
 * Colours code in a worker, one block at a time: if an agent's text sends a grammar into endless
 * backtracking, that costs one worker and not the window.
 */
class Highlighter {
  private readonly cache = new Map<string, Runs>();
  private readonly waiting: Job[] = [];
  private current: Job | null = null;
  private worker: Worker | null = null;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private nextId = 0;

  /** The cached colours, so that a block that is drawn again has them at once. */
  known(code: string, language: string): Runs | undefined {
    return this.cache.get(keyOf(code, language));
  }

  /** Null means that the code stays plain. Never rejects. */
  highlight(code: string, language: string): Promise<Runs> {
    if (language === '' || code.length > HIGHLIGHTED_CHARACTERS) return Promise.resolve(null);
    const key = keyOf(code, language);
    const known = this.cache.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.waiting.push({ id: this.nextId++, key, code, language, resolve });
      this.next();
    });
  }

  private next(): void {
    if (this.current) return;
    const job = this.waiting.shift();
    if (!job) return;
    this.current = job;
    this.worker ??= this.start();
    this.deadline = setTimeout(() => this.giveUp(), HIGHLIGHT_MILLISECONDS);
    const { id, language, code } = job;
    this.worker.postMessage({ id, language, code } satisfies HighlightRequest);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./highlightWorker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => {
      if (data.id === this.current?.id) this.finish(data.runs);
    };
    worker.onerror = () => this.giveUp();
    return worker;
  }

  private giveUp(): void {
    this.worker?.terminate();
    this.worker = null;
    this.finish(null);
  }

  private finish(runs: Runs): void {
    clearTimeout(this.deadline);
    const { current } = this;
    this.current = null;
    if (current) {
      this.remember(current.key, runs);
      current.resolve(runs);
    }
    this.next();
  }

  private remember(key: string, runs: Runs): void {
    this.cache.set(key, runs);
    const oldest = this.cache.keys().next().value;
    if (this.cache.size > HIGHLIGHT_CACHE && oldest !== undefined) this.cache.delete(oldest);
  }
}

function keyOf(code: string, language: string): string {
  return `${language}\n${code}`;
}

export const highlighter = new Highlighter();
