import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { net, protocol } from 'electron';
import { isPassing, patiently } from '#main/base/files/passingFault';
import { APP_SCHEME, isAppUrl } from './appOrigin';
import { CONTENT_SECURITY_POLICY } from './contentSecurityPolicy';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the window's files from `root`, or from the development server if there is one. */
export function serveApp(root: string, developmentServer: string | undefined): void {
  protocol.handle(APP_SCHEME, (request) => {
    if (!isAppUrl(request.url)) return new Response(null, { status: 404 });
    const { pathname, search } = new URL(request.url);
    if (developmentServer) return net.fetch(developmentServer + pathname + search);
    return serveFile(root, pathname);
  });
}

async function serveFile(root: string, pathname: string): Promise<Response> {
  const file = normalize(join(root, decodeURIComponent(pathname)));
  const contentType = contentTypes[extname(file)];
  if (!file.startsWith(root + sep) || contentType === undefined) {
    return new Response(null, { status: 404 });
  }
  try {
    return new Response(await readOwn(file), {
      headers: {
        'content-type': contentType,
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch {
    return new Response(null, { status: 404 });
  }
}

const PAUSE_MILLISECONDS = 500;
const PAUSES = 60;

/**
 * Reads one of the window's own files. Temporary errors, such as too few file descriptors, are
 * retried for about a minute, because the window needs its files.
 */
async function readOwn(file: string): Promise<Buffer<ArrayBuffer>> {
  for (let pause = 0; ; pause++) {
    try {
      return await patiently(() => readFile(file));
    } catch (error) {
      if (!isPassing(error) || pause === PAUSES) throw error;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
}
