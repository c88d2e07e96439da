import { describe, expect, test } from 'vitest';
import { completed, heard, translator } from '#test/support/codexMessages';

describe('subagents', () => {
  test('are shown while they work', () => {
    const item = {
      type: 'collabAgentToolCall',
      id: 'i',
      tool: 'spawnAgent',
      status: 'completed',
      receiverThreadIds: ['child'],
      prompt: 'Look around\nplease',
      agentsStates: { child: { status: 'running', message: null } },
    };
    expect(heard(completed(item))).toMatchObject([
      { toolCallId: 'i', title: 'Start a subagent: Look around', kind: 'think' },
      { type: 'subagent.updated', subagent: 'child', state: 'running', title: 'Look around' },
    ]);
    const activity = { type: 'subAgentActivity', id: 'a', agentThreadId: 'child', agentPath: 'p' };
    expect(heard(completed({ ...activity, kind: 'completed' }))).toEqual([
      { type: 'subagent.updated', subagent: 'child', state: 'completed', title: 'p' },
    ]);
  });

  test('are named in everything they do, and their settings are not the session’s', () => {
    const made = translator('child');
    const command = { type: 'commandExecution', id: 'c', command: 'ls', cwd: '/' };
    const events = [
      ...made.translate('item/agentMessage/delta', { itemId: 'm', delta: 'x' }),
      ...made.translate('item/started', { item: command }),
      ...made.translate('item/completed', { item: { ...command, exitCode: 0 } }),
      ...made.translate('turn/plan/updated', { plan: [] }),
      ...made.translate('thread/name/updated', { threadName: 'x' }),
      ...made.translate('thread/tokenUsage/updated', { tokenUsage: { modelContextWindow: 1 } }),
    ];
    expect(events).toMatchObject([
      { type: 'message.appended', subagent: 'child' },
      { toolCallId: 'child/c', subagent: 'child' },
      { toolCallId: 'child/c', subagent: 'child' },
      { type: 'terminal.started', terminalId: 'child/c' },
      { toolCallId: 'child/c', subagent: 'child', content: [{}] },
      { type: 'terminal.ended' },
      { type: 'plan.updated', planId: 'child/plan' },
    ]);
  });
});
