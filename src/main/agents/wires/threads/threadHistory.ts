import { ownText } from '#main/base/ownText';
import { ENTRY_LENGTH, HISTORY_ENTRIES, HISTORY_LENGTH, TITLE_LENGTH } from './limits';
import { type Role, type ThreadTextChunk, textChunk } from './messages';

type Entry =
  | { readonly type: 'message'; readonly role: Role; readonly chunks: ThreadTextChunk[] }
  | { readonly type: 'readFile'; readonly path: string; readonly content: string };

/** The history of a thread, for agents that expect us to store the threads. */
export class ThreadHistory {
  private readonly list: Entry[] = [];
  /** The message that further chunks belong to. */
  private open: Entry | null = null;
  private length = 0;
  private title = '';
  private modifiedAt: string;

  constructor(private readonly now: () => number) {
    this.modifiedAt = this.time();
  }

  get entries(): readonly object[] {
    return this.list;
  }

  metadata(id: string): object {
    return { id, title: this.title || 'New thread', modifiedAt: this.modifiedAt };
  }

  said(role: Role, text: string): void {
    if (role === 'user' && this.title === '') this.title = titleOf(text);
    const last = this.list.at(-1);
    const isContinued = last?.type === 'message' && last.role === role && last === this.open;
    if (isContinued) {
      last.chunks.push(textChunk(text));
    } else {
      this.open = { type: 'message', role, chunks: [textChunk(text)] };
      this.list.push(this.open);
    }
    this.grown(text.length);
  }

  /** Called when the current message is complete: another entry follows. */
  endMessage(): void {
    this.open = null;
  }

  read(path: string, content: string): void {
    const kept = ownText(content.slice(0, ENTRY_LENGTH));
    this.list.push({ type: 'readFile', path, content: kept });
    this.grown(kept.length);
  }

  private grown(length: number): void {
    this.modifiedAt = this.time();
    this.length += length;
    while (this.list.length > 1 && this.isTooLong) {
      const oldest = this.list.shift();
      if (oldest) this.length -= lengthOf(oldest);
    }
    // A single message may be too long: its end is kept.
    const last = this.list.at(-1);
    if (!this.isTooLong || last?.type !== 'message') return;
    const end = last.chunks
      .map(({ chunk }) => chunk)
      .join('')
      .slice(-HISTORY_LENGTH / 2);
    last.chunks.splice(0, last.chunks.length, textChunk(ownText(end)));
    this.length = end.length;
  }

  private get isTooLong(): boolean {
    return this.list.length > HISTORY_ENTRIES || this.length > HISTORY_LENGTH;
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}

function lengthOf(entry: Entry): number {
  if (entry.type === 'readFile') return entry.content.length;
  return entry.chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
}

function titleOf(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, TITLE_LENGTH);
}
