import { describe, expect, it } from 'vitest';
import { entryId } from '#shared/session/entries';
import { Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';
import { waitFor } from '#test/support/waitFor';

describe('a turn with every kind of update', () => {
  it('shows messages, thoughts and content [session/update, session/prompt, agent_message_chunk, agent_thought_chunk, user_message_chunk, content: text, content: image, content: audio, content: resource_link, content: resource]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    const messages = session.entries('message').filter(({ subagent }) => subagent === null);
    const said = (role: string) =>
      messages.filter((message) => message.role === role).flatMap(({ blocks }) => blocks);
    expect(said('user')).toEqual([
      { type: 'text', text: 'Show me' },
      { type: 'text', text: 'And what about me?' },
    ]);
    expect(said('thought')).toEqual([{ type: 'text', text: 'Let me think about this.' }]);
    expect(said('agent')).toEqual([
      { type: 'text', text: 'Text, and more text.' },
      { type: 'image', data: expect.any(String), mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      {
        type: 'link',
        uri: `file://${stage.project}/README.md`,
        name: 'README.md',
        mimeType: 'text/markdown',
        size: 12,
      },
      {
        type: 'resource',
        uri: `file://${stage.project}/notes.txt`,
        mimeType: 'text/plain',
        text: 'Notes',
      },
    ]);
  });

  it('shows, updates and removes plans [plan, plan_update, plan_removed]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    expect(session.entries('plan')).toMatchObject([
      {
        removed: false,
        body: {
          type: 'items',
          items: [
            { content: 'First', priority: 'high', status: 'completed' },
            { content: 'Second', priority: 'medium', status: 'in_progress' },
            { content: 'Third', priority: 'medium', status: 'pending' },
          ],
        },
      },
      { removed: false, body: { type: 'markdown', text: '1. A plan in *Markdown*' } },
      { removed: true, body: { type: 'items' } },
      { removed: false, body: { type: 'file', uri: `file://${stage.project}/PLAN.md` } },
    ]);
  });

  it('shows tool calls, with input, output, locations and diffs [tool_call, tool_call_update, tool content: content, tool content: diff]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    const [read, edit, create, search] = session.entries('tool');
    expect(read).toMatchObject({
      title: 'Read README.md',
      name: 'read_file',
      toolKind: 'read',
      status: 'completed',
      locations: [{ path: `${stage.project}/README.md`, line: 3 }],
      content: [{ type: 'content', content: { type: 'text', text: '# Read me' } }],
      input: expect.stringContaining('README.md'),
      output: expect.stringContaining('9'),
    });
    expect(edit?.content).toEqual([
      {
        type: 'diff',
        path: `${stage.project}/README.md`,
        before: '# Read me\n',
        after: '# Read me first\n',
      },
    ]);
    expect(create?.content).toMatchObject([{ type: 'diff', before: null, after: 'A new file\n' }]);
    expect(search).toMatchObject({ toolKind: 'search', status: 'failed' });
  });

  it('shows a command of the agent, and logs only the end of its output [tool content: terminal, _meta.terminal_output]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.readySession();
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    let printed = '';
    const heard = waitFor(hosted.onDidWriteTerminal, ({ data }) => {
      printed += data;
      return printed.includes('passed');
    });
    await session.send('Show me');
    await heard;
    await session.turnEnded();
    expect(printed).toBe('compiling\r\n\u001b[32mpassed\u001b[0m\r\n');
    expect(session.last('terminal')).toMatchObject({
      owner: 'agent',
      command: 'make test',
      exit: { code: 0, signal: null, tail: printed, truncated: false },
    });
    const tool = session.state.entries.get(entryId('tool', 'run-1'));
    expect(tool).toMatchObject({
      status: 'completed',
      content: [{ type: 'terminal', terminalId: 'own-terminal-1' }],
    });
  });

  it('updates the mode, options, commands, title and usage of the session [current_mode_update, config_option_update, available_commands_update, session_info_update, usage_update]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    expect(session.state.head).toMatchObject({
      title: 'A bit of everything',
      titledBy: 'agent',
      modes: { current: 'code', available: [{ id: 'ask' }, { id: 'code' }] },
      commands: [
        { name: 'review', description: 'Review the changes', hint: 'what to look at' },
        { name: 'help', description: 'List what I can do' },
      ],
      usage: { used: 1200, size: 200000, cost: { amount: 0.03, currency: 'USD' } },
    });
    expect(session.state.head.options).toMatchObject([
      { id: 'model', category: 'model', type: 'select', value: 'large' },
      { id: 'effort', type: 'select', value: 'low', groups: [{ name: 'Usual' }] },
      { id: 'fast', type: 'boolean', value: false },
    ]);
  });

  it('shows notices, compactions and subagents [notice, compaction_update, compaction_summary_chunk, subagent_update, session_message, session_message_chunk]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    expect(session.last('notice')).toMatchObject({
      severity: 'warning',
      title: 'Rate limit near',
      description: 'A tenth is left.',
    });
    expect(session.last('compaction')).toMatchObject({
      status: 'completed',
      summary: 'What was said so far. And a little more.',
    });
    const helper = `${session.state.head.agentSessionId}-helper`;
    expect(session.last('subagent')).toMatchObject({
      subagent: helper,
      title: 'Helper',
      description: 'Looks things up',
      state: 'idle',
    });
    const theirs = session.entries('message').filter(({ subagent }) => subagent === helper);
    expect(theirs.map(({ role, blocks }) => [role, blocks])).toEqual([
      ['agent', [{ type: 'text', text: 'The helper speaks.' }]],
      ['user', [{ type: 'text', text: 'Look at the tests. And at the docs.' }]],
    ]);
  });

  it('ends with the usage of the turn [session/prompt, turn usage, stop reason: end_turn]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    expect(session.last('turn-end')).toMatchObject({
      reason: 'end_turn',
      usage: {
        totalTokens: 1500,
        inputTokens: 1000,
        outputTokens: 500,
        thoughtTokens: 100,
        cachedReadTokens: 10,
        cachedWriteTokens: 5,
      },
    });
  });

  it('leaves a log that folds to the same session when read again', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    const { entries, order } = structuredClone(session.state);
    const again = await stage.reopen(session.id);
    expect(again.state.order).toEqual(order);
    expect(again.state.entries).toEqual(entries);
  });
});

describe('the end of a turn', () => {
  it.each(['max_tokens', 'max_turn_requests', 'refusal'])(
    '%s [stop reason: max_tokens, stop reason: max_turn_requests, stop reason: refusal]',
    async (stopReason) => {
      const stage = await Stage.play({ turns: [[{ say: 'That’s it.' }, { end: { stopReason } }]] });
      const session = await stage.session('Go on');
      await session.turnEnded();
      expect(session.state.head.lastTurnEnd).toBe(stopReason);
    },
  );

  it('may be an error: the turn has failed, with the agent’s message, and the next one may follow', async () => {
    const stage = await Stage.play({
      turns: [
        [
          { say: 'Hm.' },
          { error: { code: -32603, message: 'Internal error', data: 'Quota used up.' } },
        ],
        [{ say: 'Back again.' }],
      ],
    });
    const session = await stage.session('Go on');
    await session.turnEnded();
    expect(session.last('turn-end')).toMatchObject({ reason: 'failed', message: 'Quota used up.' });
    await session.send('And now?');
    await session.until('the second end', ({ head }) => head.lastTurnEnd === 'end_turn');
    expect(session.transcript().at(-1)).toBe('agent: Back again.');
  });
});

describe('updates at an unusual time', () => {
  it('before session/new is answered belong to the new session [session/new]', async () => {
    const stage = await Stage.play('hostile-early-update');
    const session = await stage.session('Hi');
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('end_turn');
    expect(session.entries('message').length).toBeGreaterThan(2);
    expect(stage.engine.logger.records).not.toContainEqual(
      expect.objectContaining({ message: 'the agent broke the protocol' }),
    );
  });

  it('after the end of the turn are shown', async () => {
    const stage = await Stage.play('hostile-late-update');
    const session = await stage.session('Hi');
    await session.turnEnded();
    await stage.journal.waitFor('replied', ({ method }) => method === 'session/prompt');
    await session.until('the late call', () => session.entries('tool').length > 0);
    await session.until('its end', () => session.last('tool').status === 'completed');
    expect(session.transcript().at(-1)).toContain('After the end.');
    expect(session.state.head).toMatchObject({ turn: null, lastTurnEnd: 'end_turn' });
  });

  it('that end a turn twice end it once', async () => {
    const stage = await Stage.play('hostile-double-end');
    const session = await stage.session('Hi');
    await session.turnEnded();
    await session.send('Again');
    await session.until('two ends', () => session.entries('turn-end').length === 2);
    expect(session.entries('turn-end').map(({ reason }) => reason)).toEqual([
      session.entries('turn-end')[0]?.reason,
      session.entries('turn-end')[0]?.reason,
    ]);
  });
});

describe('unknown messages', () => {
  it('are kept, shown as such, and harmless [unknown updates and content]', async () => {
    const stage = await Stage.play('hostile-future');
    const session = await stage.session('Hi');
    await session.turnEnded();
    expect(session.last('unknown')).toMatchObject({
      label: 'hologram',
      raw: expect.stringContaining('"faces":6'),
    });
    const agent = session.entries('message').filter(({ role }) => role === 'agent');
    expect(agent.flatMap(({ blocks }) => blocks)).toEqual([
      { type: 'unknown', label: 'smell', raw: expect.stringContaining('coffee') },
      { type: 'text', text: 'Known, with extras.' },
    ]);
    expect(session.last('tool')).toMatchObject({
      toolKind: 'other',
      content: [{ type: 'unknown', label: 'hologram' }],
    });
    expect(session.state.head).toMatchObject({ turn: null, lastTurnEnd: 'end_turn' });
  });

  it('are refused with -32601 if requests, and kept if notifications [unknown requests and notifications]', async () => {
    const stage = await Stage.play('hostile-unknown-requests');
    const session = await stage.session('Hi');
    await session.turnEnded();
    expect(stage.answers('_vendor/unknown')).toMatchObject([{ code: -32601 }]);
    expect(stage.answers('fs/read_text_file')).toMatchObject([{ code: -32602 }, { code: -32602 }]);
    expect(stage.answers('session/request_permission')).toMatchObject([{ code: -32602 }]);
    expect(stage.answers('terminal/create')).toMatchObject([{ code: -32602 }]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
    const problems = stage.engine.logger.records.filter(
      ({ message }) => message === 'the agent broke the protocol',
    );
    expect(JSON.stringify(problems)).toContain('_vendor/status');
  });
});
