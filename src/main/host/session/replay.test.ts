import { describe, expect, it } from 'vitest';
import { HEARD_LENGTH, HELD_PROMPT_CHARACTERS } from '#main/host/limits';
import type { MessageId, TurnId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { EventOf, SessionEvent, TurnEndReason } from '#shared/session/events';
import { foldAll } from '#test/support/foldAll';
import { created, SESSION, said, stamp } from '#test/support/sessionEvents';
import { Replay } from './replay';

/** A turn as our log has it. */
function turn(prompt: string, reason: TurnEndReason | null = 'end_turn'): readonly SessionEvent[] {
  const turnId = `trn_${prompt}` as TurnId;
  const messageId = `msg_${prompt}` as MessageId;
  const content: ContentBlock[] = [{ type: 'text', text: prompt }];
  const started: SessionEvent = { type: 'turn.started', turnId, messageId, content };
  const answer = said(`Answer to ${prompt}`, `msg_answer_${prompt}`);
  return reason === null ? [started] : [started, answer, { type: 'turn.ended', turnId, reason }];
}

const accepted: EventOf<'continuity.checked'> = {
  type: 'continuity.checked',
  verdict: 'unverified',
  expectedMessages: 0,
  foundMessages: null,
  message: 'You chose to go on.',
};

let heardMessages = 0;
/** What the agent says again: prompts start with `?`, answers do not. */
function replayed(...lines: readonly string[]): readonly SessionEvent[] {
  return lines.map((line) => {
    const id = `heard_${++heardMessages}`;
    return line.startsWith('?') ? said(line.slice(1), id, 'user') : said(line, id);
  });
}

function listen(log: readonly SessionEvent[], heard: readonly SessionEvent[]) {
  const passed: SessionEvent[] = [];
  const state = foldAll(SESSION, stamp([created(), ...log]));
  const replay = new Replay(state, (events) => passed.push(...events));
  replay.ingest(heard);
  const { verdict, expectedMessages, foundMessages, message } = replay.finish();
  const texts = passed.flatMap((event) =>
    event.type === 'message.appended' && event.content.type === 'text' ? [event.content.text] : [],
  );
  return { verdict, expectedMessages, foundMessages, message, passed, texts };
}

describe('a replay by the agent', () => {
  const log = [...turn('one'), ...turn('two')];

  it.each<[string, readonly SessionEvent[], readonly string[], string, readonly string[]]>([
    ['the same', log, ['?one', 'x', '?two', 'y'], 'holds 2/2', []],
    ['the same prompts', log, ['?one', '?two'], 'holds 2/2', []],
    ['with context around', log, ['?<ctx>one</ctx>', '?two!'], 'holds 2/2', []],
    ['with other whitespace', log, ['? one\n', '?\ttwo'], 'holds 2/2', []],
    ['prompts joined into one', log, ['?onetwo'], 'holds 2/2', []],
    ['a greeting first', log, ['Welcome', '?one', '?two'], 'holds 2/2', []],
    ['something before', log, ['?zero', 'x', '?one', '?two'], 'holds 2/2', []],
    [
      'with results of tools as if the user had said them',
      log,
      ['?one', '?[Function Response: read_file]', 'x', '?two', '?[Function Response: a]', 'y'],
      'holds 2/2',
      [],
    ],
    ['nothing', log, [], 'differs 0/2', []],
    [
      'without a turn that was refused',
      [...turn('one'), ...turn('two', 'refusal')],
      ['?one'],
      'holds 1/2',
      [],
    ],
    ['the first part', log, ['?one', 'x'], 'differs 1/2', []],
    ['the last part', log, ['?two', 'x'], 'differs 0/2', []],
    ['in another order', log, ['?two', '?one'], 'differs 1/2', []],
    ['something else', log, ['?three', '?four'], 'differs 0/2', []],
    [
      'more, said elsewhere since',
      log,
      ['?one', 'x', '?two', 'y', '?three', 'z'],
      'holds 2/2',
      ['three', 'z'],
    ],
    ['all, where we have nothing', [], ['Hi', '?one', 'x'], 'holds 0/0', ['Hi', 'one', 'x']],
    [
      'without what was cut short',
      [...turn('one'), ...turn('two', 'interrupted')],
      ['?one', 'x'],
      'holds 1/2',
      [],
    ],
    [
      'with what was cut short',
      [...turn('one'), ...turn('two', 'cancelled')],
      ['?one', 'x', '?two'],
      'holds 2/2',
      [],
    ],
    [
      'without what failed, and more since',
      [...turn('one'), ...turn('two', 'failed')],
      ['?one', 'x', '?three', 'y'],
      'holds 1/2',
      ['three', 'y'],
    ],
    [
      'without what failed in between',
      [...turn('one'), ...turn('two', 'failed'), ...turn('three')],
      ['?one', 'x', '?three'],
      'holds 2/3',
      [],
    ],
    [
      'only what was said since the user started again',
      [...turn('one'), accepted, ...turn('two')],
      ['?two', 'x'],
      'holds 1/1',
      [],
    ],
    [
      'an abandoned conversation, of which nothing is shown again',
      [...turn('one'), accepted],
      ['?one', 'x', '?other', 'y'],
      'holds 0/0',
      [],
    ],
    [
      'the same prompt twice',
      [...turn('ok'), ...turn('ok ')],
      ['?ok', 'x', '?ok'],
      'holds 2/2',
      [],
    ],
    ['the same prompt once', [...turn('ok'), ...turn('ok ')], ['?ok', 'x'], 'differs 1/2', []],
  ])('%s', (_, ours, theirs, outcome, news) => {
    const { verdict, expectedMessages, foundMessages, texts } = listen(ours, replayed(...theirs));
    expect(`${verdict} ${foundMessages}/${expectedMessages}`).toBe(outcome);
    expect(texts).toEqual(news);
  });

  it('compares long prompts by their beginning, at any offset', () => {
    const long = `begin ${'x'.repeat(100_000)}`;
    const log = turn(long);
    expect(listen(log, replayed(`?${'context '.repeat(1_000)}${long}`)).verdict).toBe('holds');
    expect(listen(log, replayed(`?${'c'.repeat(HEARD_LENGTH)}${long}`)).verdict).toBe('differs');
  });

  it('matches any prompt to one with only images', () => {
    const picture = turn('').map((event) =>
      event.type === 'turn.started'
        ? { ...event, content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] as const }
        : event,
    );
    expect(listen([...picture, ...turn('two')], replayed('?', 'x', '?two')).verdict).toBe('holds');
    expect(listen([...picture, ...turn('two')], replayed('?two')).verdict).toBe('holds');
  });

  it('joins the chunks of one prompt', () => {
    const pieces = [said('o', 'heard_x', 'user'), said('ne', 'heard_x', 'user')];
    expect(listen(turn('one'), pieces).verdict).toBe('holds');
  });

  it('always passes on updates about the session as a whole', () => {
    const { passed } = listen(turn('one'), [
      ...replayed('?one'),
      { type: 'commands.updated', commands: [] },
      { type: 'mode.changed', current: 'ask' },
      { type: 'usage.updated', usage: { used: 1, size: 2 } },
      ...replayed('Answer'),
    ]);
    expect(passed.map(({ type }) => type)).toEqual([
      'commands.updated',
      'mode.changed',
      'usage.updated',
    ]);
  });

  it('describes its result in words', () => {
    const words = (ours: readonly SessionEvent[], ...theirs: readonly string[]) =>
      listen(ours, replayed(...theirs)).message;
    expect(words(turn('one'), '?one')).toBe('The agent has this conversation (1 prompt).');
    expect(words([...turn('one'), ...turn('two', 'interrupted')], '?one')).toBe(
      'The agent has this conversation (1 prompt), but not the one that was cut short.',
    );
    expect(words([...turn('one'), ...turn('two')], '?one')).toBe(
      'The agent no longer has this conversation: it knows 1 of 2 prompts.',
    );
  });

  it('counts the prompts of a conversation that began elsewhere', () => {
    expect(listen([], replayed('?one', 'x')).message).toBe(
      'The agent has this conversation (1 prompt).',
    );
  });

  it('says when it agrees after all', () => {
    const state = foldAll(SESSION, stamp([created(), ...turn('one'), ...turn('two')]));
    let caughtUp = 0;
    const replay = new Replay(
      state,
      () => undefined,
      () => caughtUp++,
    );
    expect(replay.finish().verdict).toBe('differs');
    replay.ingest(replayed('?one', 'x'));
    expect(caughtUp).toBe(0);
    replay.ingest(replayed('?two', 'y'));
    expect(caughtUp).toBe(1);
    expect(replay.finish().verdict).toBe('holds');
  });
});

it('holds a bounded amount of one prompt that it hears, and says that the rest is missing', () => {
  const log = turn('one');
  const piece = 'x'.repeat(HELD_PROMPT_CHARACTERS / 10);
  const endless = Array.from({ length: 30 }, () => said(piece, 'new', 'user'));
  const { texts } = listen(log, [...replayed('?one', 'x'), ...endless]);
  expect(texts.length).toBeLessThan(12);
  expect(texts.at(-1)).toBe(' … (truncated)');
});
