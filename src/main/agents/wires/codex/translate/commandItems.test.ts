import { describe, expect, test } from 'vitest';
import { completed, heard, type Message, started } from '#test/support/codexMessages';
import { commandFields } from './commandItems';

describe('commands', () => {
  const item = {
    type: 'commandExecution',
    id: 'c',
    command: "/bin/bash -lc 'cat a.txt'",
    cwd: '/work',
    status: 'inProgress',
    commandActions: [{ type: 'read', command: 'cat a.txt', name: 'a.txt', path: '/work/a.txt' }],
    aggregatedOutput: null,
    exitCode: null,
  };
  const print = (delta: string): Message => [
    'item/commandExecution/outputDelta',
    { itemId: 'c', delta },
  ];

  test('are titled with paths relative to the folder', () => {
    const command = "/bin/zsh -lc 'cat /work/src/a.txt /etc/hosts'";
    const fields = commandFields({ ...item, command }, '/work');
    expect(fields).toMatchObject({
      title: 'cat src/a.txt /etc/hosts',
      input: JSON.stringify({ command, cwd: '/work' }),
    });
  });

  test('are terminals of the agent', () => {
    const done = { ...item, status: 'completed', aggregatedOutput: 'one\ntwo\n', exitCode: 0 };
    const content = [{ type: 'terminal', terminalId: 'c' }];
    expect(heard(started(item), print('one\n'), completed(done))).toEqual([
      {
        type: 'tool.updated',
        toolCallId: 'c',
        title: 'cat a.txt',
        kind: 'read',
        input: JSON.stringify({ command: item.command, cwd: '/work' }),
        locations: [{ path: '/work/a.txt' }],
        status: 'in_progress',
      },
      {
        type: 'terminal.started',
        terminalId: 'c',
        command: 'cat a.txt',
        args: [],
        cwd: '/work',
        owner: 'agent',
      },
      { type: 'tool.updated', toolCallId: 'c', content },
      { type: 'terminal.data', terminalId: 'c', data: 'one\n' },
      expect.objectContaining({ type: 'tool.updated', status: 'completed' }),
      { type: 'terminal.data', terminalId: 'c', data: 'two\n' },
      {
        type: 'terminal.ended',
        terminalId: 'c',
        exitCode: 0,
        signal: null,
        tail: 'one\ntwo\n',
        truncated: false,
      },
    ]);
  });

  test('may fail or be rejected', () => {
    const failed = completed({ ...item, status: 'failed', exitCode: 1, aggregatedOutput: 'no' });
    expect(heard(failed)).toMatchObject([
      { status: 'failed' },
      { type: 'terminal.started' },
      { content: [{ type: 'terminal' }] },
      { data: 'no' },
      { exitCode: 1, tail: 'no' },
    ]);
    expect(heard(started(item), completed({ ...item, status: 'declined' }))).toMatchObject([
      { status: 'in_progress' },
      { status: 'failed' },
    ]);
  });

  test('show what is typed into them', () => {
    const typed: Message = [
      'item/commandExecution/terminalInteraction',
      { itemId: 'c', processId: '1', stdin: 'yes\n' },
    ];
    expect(heard(started(item), typed).at(-1)).toEqual({
      type: 'terminal.data',
      terminalId: 'c',
      data: 'yes\n',
    });
    expect(heard(print('nobody’s'))).toEqual([]);
  });

  test.each([
    ['ls -la', [{ type: 'listFiles' }], 'ls -la', 'search'],
    ['rg x', [{ type: 'search' }], 'rg x', 'search'],
    ['a; b', [{ type: 'read' }, { type: 'unknown' }], 'a; b', 'execute'],
    ['/usr/bin/zsh -c "make"', [], 'make', 'execute'],
    ["bash -lc 'it'\\''s'", [], "'it'\\''s'", 'execute'],
    ['', [], 'Run a command', 'execute'],
  ])('%s is “%s”', (command, commandActions, title, kind) => {
    expect(heard(started({ ...item, command, commandActions }))).toMatchObject([{ title, kind }]);
  });
});
