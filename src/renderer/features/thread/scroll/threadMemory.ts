import type { SessionId } from '#shared/ids';
import type { FormDraft } from '#window/features/thread/elicitation/formDraft';
import { ListenerSet } from '#window/state/listeners';

/** How many sessions' folds are remembered; more than anybody shows in a day. */
const REMEMBERED_SESSIONS = 64;

/**
 * The view state of a transcript beyond its entries: expanded sections, and forms that are being
 * filled in. Rows are unmounted as they are scrolled, so they cannot hold it themselves.
 */
export class ThreadMemory {
  private readonly folds = new Map<string, boolean>();
  private readonly drafts = new Map<string, FormDraft>();
  private readonly listeners = new Map<string, ListenerSet>();
  /** Called for every fold, because some folds change the list of rows. */
  readonly foldListeners = new ListenerSet();
  private version = 0;

  foldVersion = (): number => this.version;

  /** Undefined until the user has toggled it. */
  isOpen(key: string): boolean | undefined {
    return this.folds.get(key);
  }

  setOpen(key: string, open: boolean): void {
    if (this.folds.get(key) === open) return;
    this.folds.set(key, open);
    this.version++;
    this.listeners.get(key)?.notify();
    this.foldListeners.notify();
  }

  draft(key: string): FormDraft | undefined {
    return this.drafts.get(key);
  }

  setDraft(key: string, draft: FormDraft): void {
    this.drafts.set(key, draft);
    this.listeners.get(key)?.notify();
  }

  forgetDraft(key: string): void {
    this.drafts.delete(key);
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.listeners.get(key) ?? new ListenerSet();
    this.listeners.set(key, listeners);
    const unsubscribe = listeners.subscribe(listener);
    return () => {
      unsubscribe();
      if (listeners.isEmpty) this.listeners.delete(key);
    };
  }
}

const memories = new Map<SessionId, ThreadMemory>();

/** The memory of a session's transcript. It outlives the view, which is removed with its tab. */
export function threadMemory(id: SessionId): ThreadMemory {
  const memory = memories.get(id) ?? new ThreadMemory();
  // Keeps the last used at the end, so that the first is the one to drop.
  memories.delete(id);
  memories.set(id, memory);
  const oldest = memories.keys().next().value;
  if (memories.size > REMEMBERED_SESSIONS && oldest !== undefined) memories.delete(oldest);
  return memory;
}
