import { describe, expect, it, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { translator as codex } from '#test/support/codexMessages';
import { countingIds } from '#test/support/countingIds';
import { heldBytes } from '#test/support/heldBytes';
import { RecordingClient } from '#test/support/recordingClient';
import { UpdateTranslator } from './acp/translate/updateTranslator';
import { DraftTranslator } from './acp/v2/translate/draftTranslator';
import { ToolContents } from './acp/v2/translate/toolContents';
import { Acp2025Translator } from './acp-2025.1/translate/acp2025Translator';
import { StreamedText } from './claude/translate/streamedText';
import { ClaudeToolCalls } from './claude/translate/toolCalls';
import { REMEMBERED_CHARACTERS } from './limits';
import { Remembered } from './remembered';
import { ThreadHistory } from './threads/threadHistory';
import { Threads } from './threads/threads';

describe('Remembered', () => {
  it('forgets the oldest when there are too many, or too much of them', () => {
    const some = new Remembered<string>(2);
    for (const id of ['a', 'b', 'c']) some.set(id, id);
    expect([...some.entries()]).toEqual([
      ['b', 'b'],
      ['c', 'c'],
    ]);
    some.set('large', 'x'.repeat(REMEMBERED_CHARACTERS + 1));
    expect([...some.entries()].map(([id]) => id)).toEqual(['large']);
    some.set('d', 'd');
    expect([...some.entries()]).toEqual([['d', 'd']]);
  });

  it('keeps entries that are used again', () => {
    const some = new Remembered<string>(2);
    for (const id of ['a', 'b', 'a', 'c']) some.set(id, id);
    expect([...some.entries()].map(([id]) => id)).toEqual(['a', 'c']);
  });
});

/** In memory of its own, as what was read from a program is. */
const large = (index: number) => Buffer.alloc(1_000_000, `${index % 10}`).toString('latin1');

/** Each makes a translator, and says how the agent goes on; what it is made of is still open at the end. */
const agents: Readonly<
  Record<string, () => readonly [object, (text: string, id: string) => void]>
> = {
  'Claude Code, in pieces of a message': () => {
    const streamed = new StreamedText();
    return [streamed, (text, id) => streamed.append('text', id, text)];
  },
  'Claude Code, in calls without a result': () => {
    const calls = new ClaudeToolCalls();
    const input = (content: string) => ({ file_path: '/a', content });
    return [
      calls,
      (text, id) => calls.begin({ type: 'tool_use', id, name: 'Write', input: input(text) }, null),
    ];
  },
  'Codex, in pieces of a message': () => {
    const made = codex();
    return [made, (delta) => made.translate('item/agentMessage/delta', { itemId: 'one', delta })];
  },
  'Codex, in pieces of a plan': () => {
    const made = codex();
    return [made, (delta) => made.translate('item/plan/delta', { itemId: 'one', delta })];
  },
  'Codex, in calls without an end': () => {
    const made = codex();
    const call = { type: 'mcpToolCall', server: 's', tool: 't' };
    return [
      made,
      (text, id) => made.translate('item/started', { item: { ...call, id, arguments: { text } } }),
    ];
  },
  'Codex, in commands without an end': () => {
    const made = codex();
    const item = { type: 'commandExecution', cwd: '/' };
    return [
      made,
      (command, id) => made.translate('item/started', { item: { ...item, id, command } }),
    ];
  },
  'an agent that begins threads of its own, in all of them': () => {
    const threads = new Threads({
      client: new RecordingClient(),
      ids: countingIds(),
      now: () => 0,
      folder: '/work',
    });
    return [
      threads,
      (text) => {
        const thread = threads.offer();
        for (let times = 0; times < 3; times++) thread.hearChunk({ type: 'text', text });
      },
    ];
  },
  'an agent that shows terminals, in their commands': () => {
    const made = new UpdateTranslator(countingIds(), 'session' as AgentSessionId, null);
    const about = { sessionUpdate: 'tool_call', kind: 'execute' };
    return [
      made,
      (command, id) =>
        made.translate({
          ...about,
          toolCallId: id,
          rawInput: { command },
          _meta: { terminal_info: { terminal_id: id } },
        }),
    ];
  },
  'version 2, in pieces of a message': () => {
    const made = new DraftTranslator(countingIds(), 'session' as AgentSessionId);
    const sessionUpdate = 'agent_message_chunk';
    return [
      made,
      (text) =>
        made.translate({ sessionUpdate, messageId: 'one', content: { type: 'text', text } }),
    ];
  },
  'version 2, in pieces of a call': () => {
    const contents = new ToolContents();
    return [
      contents,
      (text, id) => contents.append(id, { type: 'content', content: { type: 'text', text } }),
    ];
  },
  'version 2025.1, in commands that it announces': () => {
    const made = new Acp2025Translator(countingIds());
    return [
      made,
      (command, id) =>
        made.translate({ type: 'tool_call', data: { id, name: 'run', arguments: { command } } }),
    ];
  },
  'an agent without threads of its own, in one message': () => {
    const history = new ThreadHistory(() => 0);
    return [history, (text) => history.said('assistant', text)];
  },
};

// Shows I21.
test.each(Object.entries(agents))('nothing of any size is held of %s', (_, make) => {
  const held = heldBytes(() => {
    const [made, say] = make();
    for (let index = 0; index < 20; index++) say(large(index), `id${index}`);
    return made;
  });
  expect(held).toBeLessThan(2 * REMEMBERED_CHARACTERS);
});
