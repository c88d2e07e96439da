import { BrowserWindow } from 'electron';
import type { Host } from '#main/host/host';
import { openFiles } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { heldWriteWords } from '#shared/session/select';
import type { Settings } from '#shared/settings';
import { Attention } from './app/attention';
import { Notifications } from './app/notifications';
import { type Disposable, DisposableStore } from './base/disposable';

export interface WatchAttentionOptions {
  readonly host: Host;
  settings(): Settings;
  /** Called when the user clicked a note about this session. */
  onClick(sessionId: SessionId): void;
}

/** Notifies the user about sessions while they look elsewhere. */
export function watchAttention({ host, settings, onClick }: WatchAttentionOptions): Disposable {
  const notifications = new Notifications({
    window: () => BrowserWindow.getAllWindows()[0],
    hasSound: () => settings().notifications.sound,
    onClick,
  });
  const store = new DisposableStore();
  const attention = store.add(
    new Attention(
      {
        isFocused: () => BrowserWindow.getFocusedWindow() !== null,
        isEnabled: () => settings().notifications.enabled,
        notify: (note) => notifications.show(note),
        showCount: (count) => notifications.showCount(count),
        describe: (sessionId) => questionOf(host, sessionId),
        filesToReview: (sessionId) => filesToReview(host, sessionId),
      },
      host.list(),
    ),
  );
  store.add(host.onDidChangeSummary((summary) => attention.update(summary)));
  store.add(host.onDidRemove((sessionId) => attention.remove(sessionId)));
  return store;
}

async function filesToReview(host: Host, sessionId: SessionId): Promise<number> {
  const session = await host.open(sessionId);
  if (!session.ok || !session.value.changes.ok) return 0;
  return openFiles(session.value.changes.value.snapshot().changes).length;
}

async function questionOf(host: Host, sessionId: SessionId): Promise<string | undefined> {
  const session = await host.open(sessionId);
  if (!session.ok) return undefined;
  const { head, entries } = session.value.live.state;
  const [open] = head.openRequests;
  const entry = open && entries.get(open);
  if (entry?.kind === 'permission') return entry.question.title;
  if (entry?.kind === 'elicitation') return entry.question.message;
  const [write, ...more] = head.heldWrites;
  if (write !== undefined) return heldWriteWords(write, more.length);
  return head.connection.type === 'authentication' ? head.connection.message : undefined;
}
