import type { ListedSession } from '#main/agents/connection';
import { LIST_PAGES, LISTED_SESSIONS } from '../limits';
import type { SessionPage } from './answers';

export interface Cursor {
  readonly cursor?: string;
}

/** Every session that an agent lists, page by page, as far as anyone would read. */
export async function allPages(
  page: (cursor: Cursor) => Promise<SessionPage>,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  const cursors = new Set<string>();
  let at: Cursor = {};
  while (cursors.size < LIST_PAGES && listed.length < LISTED_SESSIONS) {
    const { sessions, nextCursor } = await page(at);
    listed.push(...sessions);
    // A cursor that comes again would lead round in a circle.
    if (nextCursor === null || cursors.has(nextCursor)) break;
    cursors.add(nextCursor);
    at = { cursor: nextCursor };
  }
  return listed.slice(0, LISTED_SESSIONS);
}
