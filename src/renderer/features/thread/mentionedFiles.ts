import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { ListenerSet } from '#window/state/listeners';
import type { KnownFiles } from '#window/ui/markdown/markdownActions';
import { ASKED_PATHS, KNOWN_PATHS } from './limits';

/**
 * The files in a session's folder that an agent's text names. Main is asked once about all files
 * that are drawn at the same time. A missing file is asked about again when it is drawn again.
 */
export class MentionedFiles implements KnownFiles {
  private readonly known = new Set<string>();
  private readonly listeners = new Map<string, ListenerSet>();
  private readonly wanted = new Set<string>();
  private isAsking = false;

  constructor(private readonly sessionId: SessionId) {}

  exists(path: string): boolean {
    return this.known.has(path);
  }

  watch(path: string, listener: () => void): () => void {
    const listeners = this.listeners.get(path) ?? new ListenerSet();
    this.listeners.set(path, listeners);
    const unsubscribe = listeners.subscribe(listener);
    if (!this.known.has(path)) this.want(path);
    return () => {
      unsubscribe();
      if (listeners.isEmpty) this.listeners.delete(path);
    };
  }

  private want(path: string): void {
    this.wanted.add(path);
    if (this.isAsking) return;
    this.isAsking = true;
    queueMicrotask(() => {
      this.ask()
        .catch(reportError)
        .finally(() => {
          this.isAsking = false;
        });
    });
  }

  private async ask(): Promise<void> {
    while (this.wanted.size > 0) {
      const paths = [...this.wanted].slice(0, ASKED_PATHS);
      for (const path of paths) this.wanted.delete(path);
      const found = await call('changes.existing', { sessionId: this.sessionId, paths });
      if (this.known.size > KNOWN_PATHS) this.known.clear();
      for (const path of found.paths) {
        this.known.add(path);
        this.listeners.get(path)?.notify();
      }
    }
  }
}
