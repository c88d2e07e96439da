import { describe, expect, test } from 'vitest';
import { completed, heard, type Message, started } from '#test/support/codexMessages';
import { words } from '#test/support/heardWords';

describe('messages', () => {
  const piece = (delta: string): Message => ['item/agentMessage/delta', { itemId: 'm', delta }];

  test('arrive in chunks, and the whole that follows is not repeated', () => {
    const message = { type: 'agentMessage', id: 'm', text: 'Hello' };
    const events = heard(
      started({ ...message, text: '' }),
      piece('Hel'),
      piece('lo'),
      completed(message),
    );
    expect(words(events)).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('are delivered whole where no chunks arrived, and completed where one is missing', () => {
    const message = { type: 'agentMessage', id: 'm', text: 'Hello' };
    expect(words(heard(completed(message)))).toEqual(['agent: Hello']);
    expect(words(heard(piece('Hel'), completed(message)))).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('of thought come in paragraphs', () => {
    const part = (delta: string, summaryIndex: number): Message => [
      'item/reasoning/summaryTextDelta',
      { itemId: 'r', delta, summaryIndex },
    ];
    const events = heard(
      started({ type: 'reasoning', id: 'r', summary: [], content: [] }),
      ['item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 0 }],
      part('O', 0),
      part('ne', 0),
      part('Two', 1),
      completed({ type: 'reasoning', id: 'r', summary: ['One', 'Two'], content: [] }),
    );
    expect(words(events)).toEqual(['thought: O', 'thought: ne', 'thought: \n\nTwo']);
  });

  test('of thought may be raw, and whole', () => {
    const raw: Message = [
      'item/reasoning/textDelta',
      { itemId: 'r', delta: 'Hm', contentIndex: 0 },
    ];
    expect(words(heard(raw))).toEqual(['thought: Hm']);
    const item = { type: 'reasoning', id: 'r', summary: [], content: ['Hm', 'so'] };
    expect(words(heard(completed(item)))).toEqual(['thought: Hm\n\nso']);
  });

  test('of the user are not repeated', () => {
    const content = [{ type: 'text', text: 'Go' }];
    expect(
      heard(started({ type: 'userMessage', id: 'u', content }), completed({ type: 'userMessage' })),
    ).toEqual([]);
  });

  test('of a review are delivered at its end', () => {
    expect(
      words(
        heard(
          completed({ type: 'enteredReviewMode', id: 'e', review: 'x' }),
          completed({ type: 'exitedReviewMode', id: 'x', review: 'All is well' }),
        ),
      ),
    ).toEqual(['agent: All is well']);
  });
});
