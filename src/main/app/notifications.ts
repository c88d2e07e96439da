import { app, type BrowserWindow, Notification } from 'electron';
import type { SessionId } from '#shared/ids';
import { visibleWords } from '#shared/text/visiblePath';
import type { AttentionNote } from './attention';

export interface NotificationsOptions {
  window(): BrowserWindow | undefined;
  hasSound(): boolean;
  onClick(sessionId: SessionId): void;
}

/** Shows notes to the user with the system's notifications. */
export class Notifications {
  /**
   * Held while they are shown, because a garbage-collected notification would not get the click.
   */
  private readonly shown = new Map<SessionId, Notification>();

  constructor(private readonly options: NotificationsOptions) {}

  show({ sessionId, title, body }: AttentionNote): void {
    this.options.window()?.flashFrame(true);
    if (!Notification.isSupported()) return;
    // A newer note about a session replaces the older one.
    this.shown.get(sessionId)?.close();
    const notification = new Notification({
      title: visibleWords(title),
      body: visibleWords(body),
      silent: !this.options.hasSound(),
    });
    this.shown.set(sessionId, notification);
    const forget = () => {
      if (this.shown.get(sessionId) === notification) this.shown.delete(sessionId);
    };
    notification.on('close', forget);
    notification.on('click', () => {
      forget();
      this.options.onClick(sessionId);
    });
    notification.show();
  }

  /**
   * Shows the count on the app's icon, on macOS and some Linux desktops; elsewhere the window's
   * title shows it.
   */
  showCount(count: number): void {
    app.setBadgeCount(count);
  }
}
