import { expect, test } from 'vitest';
import { TERMINAL_TAIL_LENGTH } from '#main/agents/wires/limits';
import type { AgentSessionId } from '#shared/ids';
import { countingIds } from '#test/support/countingIds';
import { UpdateTranslator } from './updateTranslator';

function session() {
  const translator = new UpdateTranslator(countingIds(), 'session-1' as AgentSessionId);
  const tool = (fields: object) =>
    translator.translate({ sessionUpdate: 'tool_call_update', toolCallId: 'call', ...fields });
  return { translator, tool };
}

test('a command of the agent starts, prints and ends', () => {
  const { tool } = session();
  expect(
    tool({
      title: 'ls',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 'term' }],
      rawInput: { command: 'ls -l', cwd: '/input' },
      _meta: { terminal_info: { terminal_id: 'term', cwd: '/work' } },
    }),
  ).toMatchObject([
    {
      type: 'terminal.started',
      terminalId: 'term',
      command: 'ls -l',
      args: [],
      cwd: '/work',
      owner: 'agent',
    },
    { type: 'tool.updated', content: [{ type: 'terminal', terminalId: 'term' }] },
  ]);
  expect(tool({ _meta: { terminal_output: { terminal_id: 'term', data: 'a\n' } } })).toEqual([
    { type: 'terminal.data', terminalId: 'term', data: 'a\n' },
  ]);
  expect(tool({ _meta: { terminal_output_delta: { terminal_id: 'term', data: 'b\n' } } })).toEqual([
    { type: 'terminal.data', terminalId: 'term', data: 'b\n' },
  ]);
  expect(
    tool({
      status: 'failed',
      _meta: { terminal_exit: { terminal_id: 'term', exit_code: 2, signal: null } },
    }),
  ).toEqual([
    { type: 'tool.updated', toolCallId: 'call', status: 'failed' },
    {
      type: 'terminal.ended',
      terminalId: 'term',
      exitCode: 2,
      signal: null,
      tail: 'a\nb\n',
      truncated: false,
    },
  ]);
});

test('output without a start is shown in the call, and ends with it', () => {
  const { tool } = session();
  expect(
    tool({
      status: 'completed',
      title: 'Read a.txt',
      rawOutput: { exit_code: 0 },
      _meta: { terminal_output_delta: { data: 'text' } },
    }),
  ).toMatchObject([
    { type: 'terminal.started', terminalId: 'call', command: 'Read a.txt' },
    { type: 'tool.updated', content: [{ type: 'terminal', terminalId: 'call' }] },
    { type: 'terminal.data', data: 'text' },
    { type: 'terminal.ended', exitCode: 0, tail: 'text' },
  ]);
});

test('output that comes after the end of the call is kept too', () => {
  const { tool } = session();
  tool({ status: 'completed', title: 'Read a.txt' });
  const output = { terminal_output_delta: { terminal_id: 'term', data: 'a' } };
  const heard = [...tool({ _meta: output }), ...tool({ _meta: output })];
  expect(heard).toMatchObject([
    { type: 'terminal.started', command: 'Read a.txt' },
    { type: 'tool.updated', content: [{ type: 'terminal', terminalId: 'term' }] },
    { type: 'terminal.data' },
    { type: 'terminal.ended', tail: 'a' },
    { type: 'terminal.data' },
    { type: 'terminal.ended', tail: 'aa' },
  ]);
});

test('an agent cannot report on a terminal of the app', () => {
  const { translator, tool } = session();
  translator.terminals.claim('ours');
  const about = { terminal_id: 'ours', data: 'forged', exit_code: 0 };
  expect(
    tool({
      title: 'T',
      _meta: { terminal_info: about, terminal_output: about, terminal_exit: about },
    }),
  ).toEqual([{ type: 'tool.updated', toolCallId: 'call', title: 'T', status: 'pending' }]);
});

test('the log keeps the end of a long output, cut between characters', () => {
  const { tool } = session();
  const data = '😀'.repeat(TERMINAL_TAIL_LENGTH);
  tool({ _meta: { terminal_output: { terminal_id: 'term', data: `${data}x` } } });
  const [, ended] = tool({
    status: 'completed',
    _meta: { terminal_exit: { terminal_id: 'term' } },
  });
  expect(ended).toMatchObject({ type: 'terminal.ended', truncated: true });
  const tail = (ended as { tail: string }).tail;
  expect(tail.length).toBe(TERMINAL_TAIL_LENGTH - 1);
  expect(tail.isWellFormed()).toBe(true);
});

test('a terminal that is only named shows what the result of its call says', () => {
  const { tool } = session();
  tool({
    status: 'in_progress',
    content: [{ type: 'terminal', terminalId: 'call_1' }],
    rawInput: { command: 'ls', cwd: '/work' },
  });
  expect(
    tool({ status: 'completed', rawOutput: { exit_code: 0, formatted_output: 'a\nb\n' } }),
  ).toMatchObject([
    { type: 'terminal.started', terminalId: 'call_1' },
    { type: 'tool.updated', status: 'completed' },
    { type: 'terminal.ended', terminalId: 'call_1', exitCode: 0, tail: 'a\nb\n' },
  ]);
});

test('a terminal without output of its own shows the output of the result', () => {
  const { tool } = session();
  tool({ status: 'in_progress', _meta: { terminal_info: { terminal_id: 'term' } } });
  expect(tool({ status: 'completed', rawOutput: { output: 'printed' } })).toMatchObject([
    { type: 'tool.updated' },
    { type: 'terminal.ended', terminalId: 'term', tail: 'printed' },
  ]);
});

test('a command that is told after its terminal was shown replaces the placeholder', () => {
  const { tool } = session();
  const started = { type: 'terminal.started', terminalId: 'term', args: [], owner: 'agent' };
  expect(
    tool({
      title: 'Terminal',
      content: [{ type: 'terminal', terminalId: 'term' }],
      rawInput: {},
      _meta: { terminal_info: { terminal_id: 'term' } },
    }),
  ).toMatchObject([{ ...started, command: 'Terminal', cwd: '' }, {}]);
  const rawInput = { command: 'npm test', cwd: '/work' };
  expect(tool({ title: 'npm test', rawInput })).toMatchObject([
    { ...started, command: 'npm test', cwd: '/work' },
    { type: 'tool.updated', title: 'npm test' },
  ]);
  expect(tool({ rawInput })).toMatchObject([{ type: 'tool.updated' }]);
});

test('a command in words is shown as one line', () => {
  const { tool } = session();
  expect(
    tool({
      rawInput: { command: ['ls', '-l'] },
      _meta: { terminal_info: { terminal_id: 'term' } },
    }),
  ).toMatchObject([{ type: 'terminal.started', command: 'ls -l' }, {}]);
});
