import { expect, it } from 'vitest';
import { PART_CHARACTERS, PIECE_CHARACTERS } from '#main/host/limits';
import type { MessageId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { heldBytes } from '#test/support/heldBytes';
import { TextParts } from './eventBounds';

function said(text: string): SessionEvent {
  const content = { type: 'text', text } as const;
  return { type: 'message.appended', messageId: 'm' as MessageId, role: 'agent', content };
}

function take(...texts: readonly string[]) {
  let full = 0;
  const parts = new TextParts(() => full++);
  const pieces: { id: string; text: string }[] = [];
  for (const text of texts) {
    parts.take(said(text), (event) => {
      if (event.type !== 'message.appended' || event.content.type !== 'text') return;
      pieces.push({ id: event.messageId, text: event.content.text });
    });
  }
  return { pieces, full };
}

it('leaves usual text unchanged', () => {
  const event = said('Hello.');
  const pushed: SessionEvent[] = [];
  new TextParts(() => undefined).take(event, (each) => pushed.push(each));
  expect(pushed[0]).toBe(event);
});

it('splits long text into bounded pieces and entries, and loses nothing', () => {
  const text = '😀'.repeat(2 * PART_CHARACTERS);
  const { pieces, full } = take('x', text, text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(`x${text}${text}`);
  for (const piece of pieces) {
    expect(piece.text.length).toBeLessThanOrEqual(PIECE_CHARACTERS);
    expect(piece.text.isWellFormed()).toBe(true);
  }
  const lengths = new Map<string, number>();
  for (const { id, text: said } of pieces) lengths.set(id, (lengths.get(id) ?? 0) + said.length);
  expect([...lengths.keys()].slice(0, 3)).toEqual(['m', 'm~1', 'm~2']);
  expect(Math.max(...lengths.values())).toBeLessThan(PART_CHARACTERS + PIECE_CHARACTERS);
  expect(full).toBe(8);
});

it('keeps only the current piece of a long text in memory', () => {
  const lastPieces = () =>
    Array.from({ length: 10 }, (_, index) => {
      const text = `${index}`.repeat(PART_CHARACTERS + 100);
      return take(text).pieces.at(-1)?.text;
    });
  expect(heldBytes(lastPieces)).toBeLessThan(PART_CHARACTERS);
});
