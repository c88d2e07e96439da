import type { HostedSession } from '#main/host/hostedSession';
import type { Result } from '#shared/errors';
import type { EntryId } from '#shared/ids';
import type { EntryPage, SessionSnapshot } from '#shared/ipc/contract';
import { entryId, type KeptEntry } from '#shared/session/entries';
import { placeOf } from '#shared/session/entryPlace';
import type { KeptState } from '#shared/session/state';

/** The newest entries of a transcript that come with the first answer; the rest is asked for. */
const FIRST_PAGE = 200;

/** What a window gets when it opens a session. */
export function snapshotOf(session: HostedSession): Promise<Result<SessionSnapshot>> {
  return session.stored.withWholeEntries((whole) => {
    const { head, order, entries } = session.live.state;
    const shown = order.slice(-FIRST_PAGE).flatMap((id) => entries.get(id) ?? []);
    const page = [...shown, ...terminalsOf(shown, entries)];
    const places = [...entries.values()].flatMap((entry) => {
      const place = placeOf(entry);
      return place === null ? [] : [[entry.id, place] as const];
    });
    const { condition } = session;
    return { head, order: [...order], places, entries: page.map(whole), condition };
  });
}

/** What a window gets of the rest. */
export function pageOf(
  session: HostedSession,
  entryIds: readonly EntryId[],
): Promise<Result<EntryPage>> {
  return session.stored.withWholeEntries((whole) => {
    const { head, entries } = session.live.state;
    const found = entryIds.flatMap((id) => entries.get(id) ?? []);
    return { seq: head.seq, entries: found.map(whole) };
  });
}

/** Terminals stand outside of the order; the tool calls on the page may show them. */
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
