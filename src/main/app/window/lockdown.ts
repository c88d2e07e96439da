import { app, type Session, session } from 'electron';
import type { Logger } from '#main/base/log/logger';
import { APP_URL, isAppUrl } from './appOrigin';

/**
 * I1: allows only our own page, no second window and no web permission, whatever the content
 * requests.
 */
export function lockDown(logger: Logger, openExternal: (address: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (event.url === APP_URL) return;
      event.preventDefault();
      logger.warn('navigation refused', { url: event.url });
    });
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame) return;
      event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openExternal(url);
      return { action: 'deny' };
    });
  });
}

/** The page itself needs only one web permission: writing to the clipboard. */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

export function denyPermissions(target: Session = session.defaultSession): void {
  target.setPermissionRequestHandler((contents, permission, answer) => {
    answer(allowedPermissions.has(permission) && isAppUrl(contents.getURL()));
  });
  target.setPermissionCheckHandler(
    (_contents, permission, origin) => allowedPermissions.has(permission) && isAppUrl(origin),
  );
  target.setDevicePermissionHandler(() => false);
}
