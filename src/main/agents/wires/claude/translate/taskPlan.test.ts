import { describe, expect, test } from 'vitest';
import { assistant, heard, stream, toolResult, toolUse, user } from '#test/support/claudeMessages';

describe('the plan', () => {
  test('is written whole by older versions, and is not shown as a tool call', () => {
    const todos = [
      { content: 'one', status: 'completed', activeForm: '' },
      { content: 'two', status: 'in_progress' },
      { content: 3 },
    ];
    const events = heard(
      stream({
        type: 'content_block_start',
        content_block: { type: 'tool_use', id: 'call', name: 'TodoWrite' },
      }),
      assistant([toolUse('TodoWrite', { todos })]),
      user([toolResult('Todos have been modified')]),
    );
    const item = { priority: 'medium' };
    expect(events).toEqual([
      {
        type: 'plan.updated',
        planId: 'plan',
        body: {
          type: 'items',
          items: [
            { ...item, content: 'one', status: 'completed' },
            { ...item, content: 'two', status: 'in_progress' },
          ],
        },
      },
    ]);
  });

  test('is built task by task by newer versions', () => {
    const done = (id: string, name: string, input: object, details: object) => [
      assistant([toolUse(name, input, id)]),
      user([toolResult('', { tool_use_id: id })], { tool_use_result: details }),
    ];
    const events = heard(
      ...done('1', 'TaskCreate', { subject: 'one' }, { task: { id: '1', subject: 'one' } }),
      ...done('2', 'TaskCreate', { subject: 'two' }, { task: { id: '2', subject: 'two' } }),
      ...done('3', 'TaskUpdate', { taskId: '1', status: 'in_progress' }, { success: true }),
      ...done('4', 'TaskUpdate', { taskId: '2', status: 'deleted' }, { success: true }),
      ...done('5', 'TaskUpdate', { taskId: '1', status: 'completed' }, { success: false }),
      ...done('6', 'TaskList', {}, { tasks: [{ id: '1', subject: 'new', status: 'completed' }] }),
    );
    const plans = events.map((event) =>
      event.type === 'plan.updated' && event.body.type === 'items'
        ? event.body.items.map(({ content, status }) => `${content} ${status}`)
        : event,
    );
    expect(plans).toEqual([
      ['one pending'],
      ['one pending', 'two pending'],
      ['one in_progress', 'two pending'],
      ['one in_progress'],
      ['new completed'],
    ]);
  });
});
