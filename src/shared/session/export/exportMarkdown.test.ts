import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlobHash } from '#shared/ids';
import { piecesOf, wholeText } from '#shared/text/textPieces';
import { foldAll } from '#test/support/foldAll';
import { arbitraryEvent, created, SESSION, said, stamp } from '#test/support/sessionEvents';
import type { SessionEvent } from '../events';
import type { SessionState } from '../state';
import { entryMarkdown, markdownPieces, sourceOf } from './exportMarkdown';

function exportMarkdown(
  state: SessionState,
  bodies: ReadonlyMap<BlobHash, string> = new Map(),
): Promise<string> {
  return wholeText(
    markdownPieces(
      sourceOf(state, async ({ blob }) => {
        const text = bodies.get(blob);
        return text === undefined ? null : () => piecesOf(text);
      }),
    ),
  );
}

/** Without the header, which the golden log shows. */
async function transcript(...events: readonly object[]): Promise<string> {
  const state = foldAll(SESSION, stamp([created(), ...(events as SessionEvent[])]));
  return (await exportMarkdown(state)).split('`ses_test0001`\n\n')[1] ?? '';
}

const tool = (fields: object) => ({
  type: 'tool.updated',
  toolCallId: 'c',
  title: 'Look',
  kind: 'read',
  status: 'completed',
  ...fields,
});

describe('exportMarkdown', () => {
  it('names the speaker only when it changes', async () => {
    expect(
      await transcript(
        said('a', 'm1', 'user'),
        said('b', 'm2'),
        said('c', 'm3'),
        said('d', 'm4', 'user'),
      ),
    ).toBe('## You\n\na\n\n## Test Agent\n\nb\n\nc\n\n## You\n\nd\n');
  });

  it('exports one entry without a heading, for pasting elsewhere', async () => {
    const state = foldAll(SESSION, stamp([created(), said('# Hi\n\nthere', 'm1', 'user')]));
    const [entry] = state.entries.values();
    expect(entry && (await entryMarkdown(sourceOf(state), entry))).toBe('# Hi\n\nthere');
  });

  it('shows program output without colours, and redrawn lines in their last state', async () => {
    const terminal = {
      terminalId: 't',
      tail: '10 %\r\u001b[32m100 %\u001b[0m\r\n',
      truncated: false,
    };
    expect(
      await transcript(
        {
          type: 'terminal.started',
          terminalId: 't',
          command: 'make',
          args: [],
          cwd: '/p',
          owner: 'client',
        },
        { type: 'terminal.ended', ...terminal, exitCode: 0, signal: null },
        tool({
          content: [{ type: 'terminal', terminalId: 't' }],
          output: '\u001b[31mred\u001b[0m',
        }),
      ),
    ).toBe(
      [
        '## Test Agent',
        '**Tool:** Look (read, completed)',
        'Ran `make`, which ended with 0:',
        '```\n100 %\n```',
        'Output:',
        '```\nred\n```\n',
      ].join('\n\n'),
    );
  });

  it('shows the input and the output of a tool', async () => {
    expect(
      await transcript(
        tool({
          input: '{"path":"a"}',
          output: 'with ``` in it',
          content: [{ type: 'content', content: { type: 'text', text: 'done\nwell' } }],
        }),
      ),
    ).toBe(
      [
        '## Test Agent',
        '**Tool:** Look (read, completed)',
        'Input:',
        '```json\n{"path":"a"}\n```',
        '> done\n> well',
        'Output:',
        '````\nwith ``` in it\n````\n',
      ].join('\n\n'),
    );
  });

  it('includes long text of a tool call, or says that it is not included', async () => {
    const blob = 'b' as BlobHash;
    const text = { blob, bytes: 90_000, preview: 'The start' };
    const events = [tool({ content: [{ type: 'content', content: { type: 'text', text } }] })];
    const state = foldAll(SESSION, stamp([created(), ...(events as SessionEvent[])]));
    expect(await exportMarkdown(state, new Map([[blob, 'All of it']]))).toContain('All of it');
    expect(await exportMarkdown(state)).toContain('90000 bytes, not included');
  });

  it('includes the given long bodies, and says what is left out', async () => {
    const blob = 'h1' as BlobHash;
    const events = [tool({ output: { blob, bytes: 9000, preview: 'The start' } })];
    const state = foldAll(SESSION, stamp([created(), ...(events as SessionEvent[])]));
    expect(await exportMarkdown(state)).toContain(
      '*(9000 bytes, not included)*\n\n```\nThe start…\n```',
    );
    expect(await exportMarkdown(state, new Map([[blob, 'all of it']]))).toContain(
      '```\nall of it\n```',
    );
  });

  it('shows questions with their answers', async () => {
    const question = {
      message: 'Which port?',
      toolCallId: null,
      body: {
        type: 'form',
        fields: [{ key: 'port', title: 'Port', required: true, type: 'number', integer: true }],
      },
    };
    expect(
      await transcript(
        { type: 'elicitation.asked', requestId: 'r1', question },
        {
          type: 'elicitation.answered',
          requestId: 'r1',
          outcome: { type: 'accepted', values: { port: 80, tags: ['a', 'b'] } },
          by: 'user',
        },
        {
          type: 'permission.asked',
          requestId: 'r2',
          question: { toolCallId: null, title: 'Run it?', options: [] },
        },
      ),
    ).toBe(
      [
        '**Question asked:** Which port?',
        '**Answered:** accepted, by you',
        '- `port`: 80\n- `tags`: a, b',
        '**Permission asked:** Run it?',
        '**Not answered.**\n',
      ].join('\n\n'),
    );
  });

  it('shows plans as tasks, and turns that failed', async () => {
    const items = [
      { content: 'first', priority: 'high', status: 'completed' },
      { content: 'second', priority: 'low', status: 'in_progress' },
      { content: 'third', priority: 'low', status: 'pending' },
    ];
    expect(
      await transcript(
        { type: 'plan.updated', planId: 'p', body: { type: 'items', items } },
        { type: 'turn.ended', turnId: 't', reason: 'cancelled' },
      ),
    ).toBe(
      '**Plan**\n\n- [x] first\n- [ ] second *(in progress)*\n- [ ] third\n\n*The turn ended: cancelled.*\n',
    );
  });

  it('exports any session, including unknown kinds of content', async () => {
    const odd = tool({ content: [{ type: 'hologram' }] });
    expect(await transcript(odd)).toContain('*(hologram)*');
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryEvent, { maxLength: 40 }), async (events) => {
        const markdown = await exportMarkdown(foldAll(SESSION, stamp(events)));
        expect(markdown.startsWith('# ')).toBe(true);
        expect(markdown).not.toContain('undefined');
      }),
    );
  });
});
