import { app, type BrowserWindow, Notification } from 'electron';
import type { SessionId } from '#shared/ids';
import { visibleWords } from '#shared/text/visiblePath';
import type { AttentionNote } from './attention';

export interface NotificationsOptions {
  window(): BrowserWindow | undefined;
  hasSound(): boolean;
  onClick(sessionId: SessionId): void;
}

/** Notes to the user by the system's own means. */
export class Notifications {
  /** Held while they are shown: a collected one would not get the click. */
  private readonly shown = new Map<SessionId, Notification>();

  constructor(private readonly options: NotificationsOptions) {}

  show({ sessionId, title, body }: AttentionNote): void {
    this.options.window()?.flashFrame(true);
    if (!Notification.isSupported()) return;
    // A newer word on a session takes the older one's place.
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

  /** Supported on macOS and on some Linux desktops; elsewhere the window's title shows it. */
  showCount(count: number): void {
    app.setBadgeCount(count);
  }
}
