import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foldingFails } from '#test/support/foldingFails';
import { mutationsOf } from '#test/support/mutations';
import type { DocumentRow } from './documentRow';
import { play, stages } from './stages';

function rowsOf(wire: string): readonly DocumentRow[] {
  return JSON.parse(readFileSync(new URL(`${wire}.json`, import.meta.url), 'utf8')).rows;
}

const titled = (row: DocumentRow) => [row.message, row.field ?? 'whole', row] as const;

describe.each(Object.keys(stages))('the document of %s', (wire) => {
  test.each(rowsOf(wire).map(titled))('%s: %s', async (_, __, row) => {
    if (row.how === 'impossible') {
      expect(row.why).toMatch(/\.$/);
      return;
    }
    const stage = await play(wire, row);
    const checks: string[] = [];
    if (row.shows) {
      const events = [...stage.session.events, ...stage.client.events];
      expect(events).toContainEqual(containing(row.shows));
      checks.push('shows');
    }
    if (row.sends) {
      expect(stage.peer.received).toContainEqual(containing(row.sends));
      checks.push('sends');
    }
    if (row.knows) {
      expect(stage.connection).toMatchObject(row.knows);
      checks.push('knows');
    }
    if (row.lists) {
      expect(stage.listed).toContainEqual(containing(row.lists));
      checks.push('lists');
    }
    if (row.ends) {
      expect(await stage.turn.catch((error: unknown) => error)).toMatchObject(row.ends);
      checks.push('ends');
    }
    expect(checks.length, 'a row checks something').toBeGreaterThan(0);
  });
});

describe.each(Object.keys(stages))('messages of %s', (wire) => {
  const messages = rowsOf(wire).flatMap(({ receives = [] }) => receives);
  const others = Object.keys(stages).filter((other) => other !== wire);

  test.each([
    ['twice', () => messages.flatMap((message) => [message, message])],
    ['in the wrong order', () => messages.toReversed()],
    ['of other wires', () => others.flatMap((other) => sentBy(other))],
  ] as const)('%s harm nothing', async (_, received) => {
    await expectSound(wire, received());
  });

  test.each(messages.map((message) => [JSON.stringify(message).slice(0, 80), message] as const))(
    'that are malformed harm nothing: %s…',
    async (_, message) => {
      await expectSound(
        wire,
        [...mutationsOf(message)].map(({ value }) => value as object),
      );
    },
  );
});

function sentBy(wire: string): readonly object[] {
  return rowsOf(wire).flatMap(({ receives = [] }) => receives);
}

/** Nothing is thrown (which the test would report), and all that came of it can be kept and shown. */
async function expectSound(wire: string, received: readonly object[]): Promise<void> {
  const stage = await play(wire, { message: '', how: 'shown', receives: received });
  expect(foldingFails(stage.client.events)).toBeNull();
  // The session can still be let go of in good order, whatever its agent said.
  stage.connection.cancel(stage.session.agentSessionId);
  stage.connection.releaseSession(stage.session.agentSessionId);
}

/** Matches what has at least these members, in objects and lists at any depth. */
function containing(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(containing);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([key, value]) => [key, containing(value)]);
  return expect.objectContaining(Object.fromEntries(members));
}
