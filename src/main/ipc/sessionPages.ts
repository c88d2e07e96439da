import type { HostedSession } from '#main/host/session/hostedSession';
import type { Result } from '#shared/errors';
import type { EntryId } from '#shared/ids';
import type { EntryPage, SessionSnapshot } from '#shared/ipc/contract';
import { entryId, type KeptEntry } from '#shared/session/entries';
import { placeOf } from '#shared/session/entryPlace';
import type { KeptState } from '#shared/session/state';
import { charactersIn } from '#shared/text/charactersIn';

/** The newest entries that the first answer contains; the rest is requested. */
const FIRST_PAGE = 200;
/** The size of the text in any answer: the newest entries are sent, and at least one. */
export const PAGE_CHARACTERS = 4 * 1024 * 1024;

/** The answer to a window that opens a session. */
export function snapshotOf(session: HostedSession): Promise<Result<SessionSnapshot>> {
  return session.stored.withWholeEntries((whole) => {
    const { head, order, entries } = session.live.state;
    const shown = newestOf(order.slice(-FIRST_PAGE).flatMap((id) => entries.get(id) ?? []));
    const page = [...shown, ...terminalsOf(shown, entries)];
    const places = [...entries.values()].flatMap((entry) => {
      const place = placeOf(entry);
      return place === null ? [] : [[entry.id, place] as const];
    });
    const { condition } = session;
    return { head, order: [...order], places, entries: page.map(whole), condition };
  });
}

/** The answer to a window that asks for more. */
export function pageOf(
  session: HostedSession,
  entryIds: readonly EntryId[],
): Promise<Result<EntryPage>> {
  return session.stored.withWholeEntries((whole) => {
    const { head, entries } = session.live.state;
    const found = entryIds.flatMap((id) => entries.get(id) ?? []);
    const page = firstOf(found);
    return { seq: head.seq, entries: page.map(whole), isCut: page.length < found.length };
  });
}

function newestOf(shown: readonly KeptEntry[]): readonly KeptEntry[] {
  let characters = 0;
  const tooMany = shown.findLastIndex((entry) => {
    characters += lengthOf(entry);
    return characters > PAGE_CHARACTERS;
  });
  return shown.slice(Math.min(tooMany + 1, shown.length - 1));
}

/** As many as fit on a page, and at least one. */
function firstOf(found: readonly KeptEntry[]): readonly KeptEntry[] {
  let characters = 0;
  const tooMany = found.findIndex((entry) => {
    characters += lengthOf(entry);
    return characters > PAGE_CHARACTERS;
  });
  return tooMany < 0 ? found : found.slice(0, Math.max(1, tooMany));
}

/** The text of a message, and of any other entry. */
function lengthOf(entry: KeptEntry): number {
  if (entry.kind !== 'message') return charactersIn(entry);
  let length = 0;
  for (const block of entry.blocks) {
    if (block.type === 'text') length += block.text.length;
    else if (block.type === 'resting') length += block.to - block.from;
  }
  return length;
}

/**
 * The terminals of a page. They are not in the entries' order, but its tool calls may show them.
 */
function terminalsOf(
  shown: readonly KeptEntry[],
  entries: KeptState['entries'],
): readonly KeptEntry[] {
  return shown.flatMap((entry) => {
    if (entry.kind !== 'tool') return [];
    return entry.content.flatMap((content) =>
      content.type === 'terminal'
        ? (entries.get(entryId('terminal', content.terminalId)) ?? [])
        : [],
    );
  });
}
