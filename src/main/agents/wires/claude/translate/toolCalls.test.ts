import { describe, expect, test } from 'vitest';
import {
  assistant,
  heard,
  stream,
  text,
  toolResult,
  toolUse,
  user,
} from '#test/support/claudeMessages';

describe('tools', () => {
  test('are shown as soon as their name is known', () => {
    const block = { type: 'tool_use', id: 'call', name: 'Write', input: {} };
    const events = heard(
      stream({ type: 'content_block_start', index: 0, content_block: block }),
      assistant([toolUse('Write', { file_path: '/work/a.txt', content: 'x' })]),
    );
    expect(events).toMatchObject([
      { toolCallId: 'call', title: 'Write', kind: 'edit', status: 'pending', name: 'Write' },
      { toolCallId: 'call', title: 'Write a.txt', locations: [{ path: '/work/a.txt' }] },
    ]);
    expect(events[1]).not.toHaveProperty('status');
  });

  test.each([
    ['Read', { file_path: '/work/a', offset: 3, limit: 2 }, 'Read a (lines 3–4)', 'read'],
    ['Read', { file_path: '/else/a', offset: 3 }, 'Read /else/a (from line 3)', 'read'],
    ['Edit', { file_path: '/work/a' }, 'Edit a', 'edit'],
    ['MultiEdit', { file_path: '/work/a' }, 'Edit a', 'edit'],
    ['NotebookEdit', { notebook_path: '/work/n.ipynb' }, 'Edit n.ipynb', 'edit'],
    ['Bash', { command: 'ls\npwd' }, 'ls\npwd', 'execute'],
    ['TaskOutput', {}, 'TaskOutput', 'execute'],
    ['Glob', { pattern: '*.ts', path: '/work/src' }, 'Find *.ts in src', 'search'],
    ['Grep', { pattern: 'x' }, 'Search “x”', 'search'],
    ['LS', { path: '/work' }, 'List /work', 'search'],
    ['ToolSearch', { query: 'q' }, 'Search tools “q”', 'search'],
    ['WebFetch', { url: 'https://x' }, 'Fetch https://x', 'fetch'],
    ['WebSearch', { query: 'q' }, 'Search the web “q”', 'fetch'],
    ['Task', { description: 'Look around' }, 'Look around', 'think'],
    ['Agent', {}, 'Subagent', 'think'],
    ['EnterPlanMode', {}, 'Plan first', 'switch_mode'],
    ['ExitPlanMode', {}, 'Carry out the plan', 'switch_mode'],
    ['AskUserQuestion', {}, 'Question', 'other'],
    ['Skill', { skill: 'pdf' }, 'Skill pdf', 'other'],
    ['mcp__git__log', {}, 'git: log', 'other'],
    ['Somersault', {}, 'Somersault', 'other'],
  ])('%s %o is called “%s”', (name, input, title, kind) => {
    expect(heard(assistant([toolUse(name, input)]))).toMatchObject([{ title, kind, name }]);
  });

  test('end with their result, without what is meant for the model', () => {
    const content = 'one\n<system-reminder>do not tell</system-reminder>\n';
    expect(
      heard(assistant([toolUse('Grep', {})]), user([toolResult(content)])).at(-1),
    ).toMatchObject({
      type: 'tool.updated',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'one' } }],
    });
  });

  test('end within a message of the agent as well', () => {
    const result = toolResult([text('file contents')], { is_error: false });
    expect(heard(assistant([toolUse('Read', {})]), assistant([result])).at(-1)).toMatchObject({
      status: 'completed',
      content: [{ content: { text: 'file contents' } }],
    });
  });

  test('fail with the error', () => {
    const failed = toolResult('<tool_use_error>No such file</tool_use_error>', { is_error: true });
    expect(heard(assistant([toolUse('Read', {})]), user([failed])).at(-1)).toMatchObject({
      status: 'failed',
      content: [{ content: { text: 'No such file' } }],
    });
  });

  test('that the user stopped are not failed', () => {
    const stopped = user([toolResult('Stop', { is_error: true })], {
      tool_result_meta: [{ id: 'call', non_execution_kind: 'user-rejected' }],
    });
    expect(heard(assistant([toolUse('Read', {})]), stopped).at(-1)).toMatchObject({
      status: 'cancelled',
    });
  });

  test('that were never announced still end', () => {
    expect(heard(user([toolResult('x')]))).toMatchObject([
      { toolCallId: 'call', title: 'Tool call', status: 'completed' },
    ]);
  });

  test('that return an image show it', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A' } };
    expect(
      heard(assistant([toolUse('Read', {})]), user([toolResult([image])])).at(-1),
    ).toMatchObject({
      content: [{ type: 'content', content: { type: 'image', data: 'A' } }],
    });
  });

  test('that are still running say so', () => {
    const progress = { type: 'tool_progress', tool_use_id: 'call', elapsed_time_seconds: 3 };
    expect(heard(progress)).toEqual([]);
    expect(heard(assistant([toolUse('Bash', {})]), progress).at(-1)).toEqual({
      type: 'tool.updated',
      toolCallId: 'call',
      status: 'in_progress',
    });
  });
});
