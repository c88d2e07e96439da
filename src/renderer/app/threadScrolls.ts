import type { SessionId } from '#shared/ids';
import { readThreadScroll, type ThreadScroll } from '#window/features/thread/scroll/threadScroll';
import { readPersisted, writePersisted } from '#window/state/persisted';

const KEY = 'scrolls';
/** The most transcripts whose scroll position is kept; nobody returns to more. */
const LIMIT = 100;
const SAVE_DELAY_MILLISECONDS = 300;

/** The scroll position of each transcript; the one that was left last is at the end. */
const scrolls = readPersisted(KEY, readScrolls, new Map<SessionId, ThreadScroll>());
let timer: ReturnType<typeof setTimeout> | undefined;

export function threadScroll(sessionId: SessionId): ThreadScroll | undefined {
  return scrolls.get(sessionId);
}

export function rememberScroll(sessionId: SessionId, scroll: ThreadScroll): void {
  scrolls.delete(sessionId);
  // A transcript opens at its end anyway.
  if (scroll.at !== 'end') scrolls.set(sessionId, scroll);
  const oldest = scrolls.keys().next().value;
  if (scrolls.size > LIMIT && oldest !== undefined) scrolls.delete(oldest);
  timer ??= setTimeout(save, SAVE_DELAY_MILLISECONDS);
}

window.addEventListener('pagehide', save);

function save(): void {
  clearTimeout(timer);
  timer = undefined;
  writePersisted(KEY, [...scrolls]);
}

function readScrolls(value: unknown): Map<SessionId, ThreadScroll> | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.flatMap((item): [SessionId, ThreadScroll][] => {
    const [id, raw] = Array.isArray(item) ? item : [];
    const scroll = readThreadScroll(raw);
    return typeof id === 'string' && scroll ? [[id as SessionId, scroll]] : [];
  });
  return new Map(entries);
}
