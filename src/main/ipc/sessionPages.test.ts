import { expect, it } from 'vitest';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { Whole } from '#main/host/store/text/wholeEntries';
import { ok } from '#shared/errors';
import type { Entry, KeptEntry } from '#shared/session/entries';
import type { SessionEvent } from '#shared/session/events';
import { foldAll } from '#test/support/foldAll';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import { PAGE_CHARACTERS, pageOf, snapshotOf } from './sessionPages';

/** A session of tool calls that each say so much. */
function sessionOf(calls: number, characters: number): HostedSession {
  const events = Array.from({ length: calls }, (_, index) => ({
    type: 'tool.updated',
    toolCallId: `c${index}`,
    title: 'x'.repeat(characters),
  }));
  const state = foldAll(SESSION, stamp([created(), ...(events as SessionEvent[])]));
  const withWholeEntries = async (make: (whole: Whole) => unknown) =>
    ok(make((entry: KeptEntry) => entry as Entry));
  return { live: { state }, stored: { withWholeEntries } } as unknown as HostedSession;
}

async function pages(session: HostedSession) {
  const { order } = session.live.state;
  const [page, snapshot] = [await pageOf(session, order), await snapshotOf(session)];
  if (!page.ok || !snapshot.ok) throw new Error('Not read.');
  return { page: page.value, snapshot: snapshot.value };
}

it('limits the size of an answer, and says that there is more', async () => {
  const session = sessionOf(50, PAGE_CHARACTERS / 10);
  const { page, snapshot } = await pages(session);
  expect(page.entries).toHaveLength(9);
  expect(page.isCut).toBe(true);
  expect(page.entries[0]?.id).toBe(session.live.state.order[0]);
  expect(snapshot.entries).toHaveLength(9);
  expect(snapshot.order).toHaveLength(50);
});

it('answers with one entry, however long, and with all where they are short', async () => {
  expect((await pages(sessionOf(3, 2 * PAGE_CHARACTERS))).page.entries).toHaveLength(1);
  const { page } = await pages(sessionOf(50, 10));
  expect([page.entries.length, page.isCut]).toEqual([50, false]);
});
