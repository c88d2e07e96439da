import { describe, expect, test } from 'vitest';
import { delta, heard, stream, system, translator } from '#test/support/claudeMessages';

describe('messages about the session', () => {
  test('modes and models are updated', () => {
    const told = translator();
    told.settings.introduce({
      models: [
        { value: 'default', resolvedModel: 'big', displayName: 'Default' },
        { value: 'small', resolvedModel: 'small-1', displayName: 'Small' },
      ],
    });
    expect(
      told.translate(system('init', { permissionMode: 'default', model: 'big' })),
    ).toMatchObject([{ type: 'agent.described' }]);
    expect(
      told.translate(system('init', { permissionMode: 'plan', model: 'small-1' })),
    ).toMatchObject([
      { type: 'mode.changed', current: 'plan' },
      { type: 'options.updated', options: [{ id: 'model', value: 'small' }] },
      { type: 'agent.described' },
    ]);
    expect(
      told.translate(system('status', { status: null, permissionMode: 'bypassPermissions' })),
    ).toMatchObject([{ type: 'modes.updated', current: 'bypassPermissions' }]);
  });

  test('repeated API errors are one note', () => {
    const retry = (attempt: number) =>
      system('api_retry', { attempt, max_retries: 10, retry_delay_ms: 578, error_status: 500 });
    const events = heard(retry(1), retry(2), delta('x'), retry(1));
    expect(events).toMatchObject([
      {
        noteId: 'not_1',
        severity: 'warning',
        title: 'The model’s API answered with error 500. Claude tries again in 0.6 s (1 of 10).',
      },
      { noteId: 'not_1' },
      { type: 'message.appended' },
      { noteId: 'not_3' },
    ]);
  });

  test('a failing hook is a note', () => {
    const hook = (more: object) =>
      system('hook_response', { hook_name: 'Start', stdout: '', ...more });
    expect(heard(hook({ exit_code: 2, stderr: 'broken' }))).toMatchObject([
      { title: 'The hook Start failed (exit code 2).', description: 'broken', severity: 'warning' },
    ]);
  });

  test('a hook that succeeds is told with the details of the agent', () => {
    const hook = (stdout: string) =>
      system('hook_response', { hook_name: 'Start', stdout, stderr: '', exit_code: 0 });
    expect(heard(hook('fine\nmore'), hook(''))).toEqual([
      {
        type: 'agent.described',
        facts: [{ name: 'Hooks that ran', values: ['Start: fine'] }],
      },
      {
        type: 'agent.described',
        facts: [{ name: 'Hooks that ran', values: ['Start: fine', 'Start'] }],
      },
    ]);
  });

  test('model, tools and servers are told with the details of the agent, once', () => {
    const servers = [{ name: 'files', status: 'connected' }, { name: 'web' }, 'odd'];
    const init = system('init', { model: 'big-1', tools: ['Read', 7], mcp_servers: servers });
    expect(heard(init, init, system('init', { tools: null }))).toEqual([
      {
        type: 'agent.described',
        facts: [
          { name: 'Model', values: ['big-1'] },
          { name: 'Tools', values: ['Read'] },
          { name: 'MCP servers', values: ['files (connected)', 'web'] },
        ],
      },
    ]);
  });

  test('a compaction is shown', () => {
    const events = heard(
      system('status', { status: 'compacting' }),
      system('status', { status: 'compacting' }),
      system('compact_boundary', { compact_metadata: { trigger: 'auto' } }),
      system('status', { status: 'compacting' }),
      system('status', { status: null, compact_result: 'failed', compact_error: 'no' }),
    );
    expect(events).toEqual([
      { type: 'compaction.updated', compactionId: 'not_1', status: 'in_progress' },
      { type: 'compaction.updated', compactionId: 'not_1', status: 'completed' },
      { type: 'compaction.updated', compactionId: 'not_2', status: 'in_progress' },
      { type: 'compaction.updated', compactionId: 'not_2', status: 'failed', error: 'no' },
    ]);
  });

  test('subagents are shown while they work', () => {
    const task = { task_id: 't1', tool_use_id: 'call', subagent_type: 'Explore' };
    const events = heard(
      system('task_started', { ...task, description: 'Look around' }),
      system('task_progress', task),
      system('task_updated', { task_id: 't1', patch: { status: 'running' } }),
      system('task_notification', { ...task, status: 'completed' }),
      system('task_started', { task_id: 't2', task_type: 'local_bash' }),
      system('task_notification', { task_id: 't2', status: 'completed' }),
    );
    expect(events).toEqual([
      {
        type: 'subagent.updated',
        subagent: 'call',
        state: 'running',
        title: 'Look around',
        description: 'Explore',
      },
      { type: 'subagent.updated', subagent: 'call', state: 'running' },
      { type: 'subagent.updated', subagent: 'call', state: 'completed' },
    ]);
  });

  test.each([
    [system('informational', { content: 'i', level: 'notice' }), 'info', 'i'],
    [system('informational', { content: 'i', level: 'warning' }), 'warning', 'i'],
    [system('notification', { text: 'n', priority: 'low' }), 'info', 'n'],
    [system('model_refusal_fallback', { content: 'f' }), 'warning', 'f'],
    [system('model_refusal_no_fallback', { content: 'f' }), 'warning', 'f'],
    [system('plugin_install', { status: 'failed' }), 'warning', 'A plugin was not installed.'],
    [system('mirror_error', { error: 'm' }), 'warning', 'm'],
    [
      system('session_writes_lost', {}),
      'error',
      'Claude could not save the conversation: the disk is full.',
    ],
    [{ type: 'conversation_reset' }, 'info', 'Claude began a new conversation.'],
    [
      { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1 } },
      'error',
      'The account’s usage limit is reached.',
    ],
    [
      { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning' } },
      'warning',
      'The account’s usage limit is near.',
    ],
  ])('%o is a note', (message, severity, title) => {
    expect(heard(message)).toMatchObject([{ type: 'notice.posted', severity, title }]);
  });

  test('titles, commands and ended questions are updated', () => {
    expect(
      heard(
        system('session_title_changed', { title: 'T' }),
        system('commands_changed', {
          commands: [{ name: 'c', description: 'd', argumentHint: '' }],
        }),
        system('elicitation_complete', { elicitation_id: 'e' }),
      ),
    ).toEqual([
      { type: 'session.titled', title: 'T', by: 'agent' },
      { type: 'commands.updated', commands: [{ name: 'c', description: 'd' }] },
      { type: 'elicitation.completed', elicitationId: 'e' },
    ]);
  });

  test.each([
    ...['thinking_tokens', 'hook_started', 'hook_progress', 'session_state_changed'].map(
      (subtype) => system(subtype),
    ),
    ...['background_tasks_changed', 'files_persisted', 'control_request_progress'].map((subtype) =>
      system(subtype),
    ),
    ...['memory_recall', 'permission_denied', 'worker_shutting_down', 'auth_required'].map(
      (subtype) => system(subtype),
    ),
    system('status', { status: 'requesting' }),
    system('plugin_install', { status: 'started' }),
    { type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } },
    ...['keep_alive', 'prompt_suggestion', 'tool_use_summary', 'active_goal', 'auth_status'].map(
      (type) => ({ type }),
    ),
    { type: 'command_lifecycle', state: 'queued' },
    stream({ type: 'ping' }),
    stream({ type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{' } }),
    stream({ type: 'content_block_delta', delta: { type: 'signature_delta', signature: 's' } }),
  ])('%o is ignored', (message) => {
    expect(heard(message)).toEqual([]);
  });

  test('unknown messages are kept', () => {
    expect(heard({ type: 'telepathy', x: 1 }, system('telepathy'))).toEqual([
      {
        type: 'unknown.received',
        noteId: 'not_1',
        label: 'telepathy',
        raw: '{"type":"telepathy","x":1}',
      },
      {
        type: 'unknown.received',
        noteId: 'not_2',
        label: 'system/telepathy',
        raw: '{"type":"system","subtype":"telepathy"}',
      },
    ]);
  });
});
