/** The target of a link in an agent's text, and whether we open it. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly url: string; readonly host: string }
  | { readonly kind: 'mail'; readonly url: string; readonly host: string }
  | { readonly kind: 'file'; readonly path: string; readonly line: number | null }
  /** A scheme that we never open; shown as text. */
  | { readonly kind: 'refused'; readonly href: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const drive = /^[a-z]:[\\/]/i;
const place = /(?:#L(\d{1,9})(?:-L?\d+)?|:(\d{1,9})(?::\d+)?)$/;

/** Pure. Main checks addresses again when they are opened; this decides how they are shown. */
export function linkTarget(href: string): LinkTarget {
  const refused = { kind: 'refused', href } as const;
  if (href === '' || href.startsWith('#')) return refused;
  if (drive.test(href) || !scheme.test(href)) return fileTarget(href);
  const url = URL.parse(href);
  if (url === null || url.username || url.password) return refused;
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return { kind: 'web', url: url.href, host: url.host };
    case 'mailto:':
      return { kind: 'mail', url: url.href, host: url.pathname };
    case 'file:':
      return url.host === '' ? fileTarget(url.pathname + url.hash) : refused;
    default:
      return fileWithLine(href) ?? refused;
  }
}

/** `app.ts:12` reads like a scheme, but no scheme is followed by a line number alone. */
function fileWithLine(href: string): LinkTarget | undefined {
  const name = /^([^:/]+):\d+(?::\d+)?$/.exec(href)?.[1] ?? '';
  return name.slice(1, -1).includes('.') ? fileTarget(href) : undefined;
}

function fileTarget(href: string): LinkTarget {
  // `//host/share` is another machine.
  if (/^[\\/]{2}/.test(href)) return { kind: 'refused', href };
  const found = place.exec(href);
  const end = found?.index ?? href.indexOf('#');
  const path = decoded(end < 0 ? href : href.slice(0, end));
  const line = Number(found?.[1] ?? found?.[2] ?? 0);
  return path === '' ? { kind: 'refused', href } : { kind: 'file', path, line: line || null };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** How much of a link's text is searched for a host; users do not read further either. */
const READ_OF_TEXT = 2_000;

/**
 * Whether a link's text names another host than its target. The lookbehind only allows a match at
 * the start of a name, so that the search takes linear time.
 */
export function isDisguised(whole: string, target: LinkTarget): boolean {
  if (target.kind !== 'web') return false;
  const text = whole.trim().slice(0, READ_OF_TEXT);
  const named = /(?<![\w.-])((?:[\w-]+\.)+[a-z]{2,})(?:[:/?#\s]|$)/i.exec(text)?.[1];
  if (named === undefined) return false;
  const plain = (host: string) =>
    host
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/:\d+$/, '');
  // `app.ts` is a file: a host starts with a scheme or www, or ends in a common top-level domain.
  const looksLikeHost =
    /^(?:https?:\/\/|www\.)/i.test(text) || /\.(?:com|org|net|io|dev|ai)$/i.test(named);
  return looksLikeHost && plain(named) !== plain(target.host);
}
