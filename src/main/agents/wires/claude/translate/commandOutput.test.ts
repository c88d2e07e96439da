import { describe, expect, test } from 'vitest';
import { assistant, heard, toolResult, toolUse, user } from '#test/support/claudeMessages';

describe('commands', () => {
  const ran = (content: string, more: object, details: unknown) =>
    heard(
      assistant([toolUse('Bash', { command: 'make' })]),
      user([toolResult(content, more)], { tool_use_result: details }),
    ).slice(1);

  test('are terminals of the agent', () => {
    const details = { stdout: 'built', stderr: 'warned', interrupted: false };
    expect(ran('built', {}, details)).toEqual([
      {
        type: 'terminal.started',
        terminalId: 'call',
        command: 'make',
        args: [],
        cwd: '/work',
        owner: 'agent',
      },
      {
        type: 'tool.updated',
        toolCallId: 'call',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 'call' }],
      },
      { type: 'terminal.data', terminalId: 'call', data: 'built\nwarned' },
      {
        type: 'terminal.ended',
        terminalId: 'call',
        exitCode: 0,
        signal: null,
        tail: 'built\nwarned',
        truncated: false,
      },
    ]);
  });

  test('that fail have an exit code', () => {
    const events = ran('Exit code 3\nout\nerr', { is_error: true }, 'Error: Exit code 3\nout\nerr');
    expect(events).toMatchObject([
      { type: 'terminal.started' },
      { status: 'failed' },
      { data: 'out\nerr' },
      { exitCode: 3, tail: 'out\nerr' },
    ]);
  });

  test('that never ran have no terminal', () => {
    expect(ran('The user said no', { is_error: true }, 'Error: The user said no')).toMatchObject([
      { status: 'failed', content: [{ content: { text: 'The user said no' } }] },
    ]);
  });

  test('in the background have no terminal yet', () => {
    const details = { stdout: '', stderr: '', backgroundTaskId: 'b1' };
    expect(ran('Running as b1', {}, details)).toMatchObject([
      { status: 'completed', content: [{ content: { text: 'Running as b1' } }] },
    ]);
  });
});
