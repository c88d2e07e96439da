import { describe, expect, test } from 'vitest';
import { countingIds } from '#test/support/countingIds';
import type { Heard } from '../../heard';
import { MessageTranslator } from './messageTranslator';

const stream = (event: object, parent: string | null = null) => ({
  type: 'stream_event',
  event,
  parent_tool_use_id: parent,
});
const start = (id?: string) =>
  stream({ type: 'message_start', ...(id ? { message: { id } } : {}) });
const delta = (text: string, index?: number) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
const think = (thinking: string, index?: number) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } });
const assistant = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content, ...more },
});
const toolUse = (name: string, input: object, id = 'call') => ({
  type: 'tool_use',
  id,
  name,
  input,
});
const toolResult = (content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: 'call',
  content,
  ...more,
});
const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
const system = (subtype: string, more: object = {}) => ({ type: 'system', subtype, ...more });

function translator(...messages: readonly object[]) {
  const translated = new MessageTranslator(countingIds());
  translated.tools.folder = '/work';
  for (const message of messages) translated.translate(message as never);
  return translated;
}

/** What the messages come to, all in one translator. */
function heard(...messages: readonly object[]): readonly Heard[] {
  const translated = translator();
  return messages.flatMap((message) => translated.translate(message as never));
}

const words = (events: readonly Heard[]) =>
  events.map((event) =>
    event.type === 'message.appended' && event.content.type === 'text'
      ? `${event.role}: ${event.content.text}`
      : event.type,
  );

describe('what is said', () => {
  test('comes in pieces, and the whole that follows is not told again', () => {
    const events = heard(
      start('m1'),
      think('Hm', 0),
      assistant([{ type: 'thinking', thinking: 'Hm', signature: 's' }], { id: 'm1' }),
      delta('Hel', 1),
      delta('lo', 1),
      assistant([{ type: 'text', text: 'Hello' }], { id: 'm1' }),
      stream({ type: 'content_block_stop', index: 1 }),
      stream({ type: 'message_stop' }),
    );
    expect(words(events)).toEqual(['thought: Hm', 'agent: Hel', 'agent: lo']);
    const ids = events.map((event) => event.type === 'message.appended' && event.messageId);
    expect(ids).toEqual(['msg_1', 'msg_2', 'msg_2']);
  });

  test('is told whole where nothing came in pieces', () => {
    expect(words(heard(assistant([{ type: 'text', text: 'Hello' }])))).toEqual(['agent: Hello']);
    expect(words(heard(assistant('Hello')))).toEqual(['agent: Hello']);
  });

  test('is told whole when another message came in pieces', () => {
    const events = heard(start('m1'), delta('One', 0), assistant([text('Two')], { id: 'm2' }));
    expect(words(events)).toEqual(['agent: One', 'agent: Two']);
  });

  test('is completed where a piece is missing', () => {
    const events = heard(start('m1'), delta('Hel', 0), assistant([text('Hello')], { id: 'm1' }));
    expect(words(events)).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('is not repeated where the whole was cut short', () => {
    const cut = { ...assistant([text('Hel')], { id: 'm1' }), aborted: true };
    expect(words(heard(start('m1'), delta('Hello', 0), cut))).toEqual(['agent: Hello']);
  });

  test('is told apart by old versions that name neither message nor block', () => {
    const events = heard(
      start(),
      think('Hm'),
      delta('Hello'),
      assistant([thought('Hm'), text('Hello')]),
    );
    expect(words(events)).toEqual(['thought: Hm', 'agent: Hello']);
  });

  test('may be a picture, or something that nobody knows', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AA==' };
    const events = heard(assistant([{ type: 'image', source }, { type: 'hologram' }]));
    expect(events).toMatchObject([
      { type: 'message.appended', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
      { type: 'message.appended', content: { type: 'unknown', label: 'hologram' } },
    ]);
  });

  test('by a subagent names it', () => {
    const parent = { parent_tool_use_id: 'task' };
    const events = heard(
      { ...user([text('Do it')]), ...parent },
      { ...assistant([text('Done'), toolUse('Read', { file_path: '/work/a' })]), ...parent },
    );
    expect(words(events)).toEqual(['user: Do it', 'agent: Done', 'tool.updated']);
    expect(events.every((event) => 'subagent' in event && event.subagent === 'task')).toBe(true);
  });

  test('in the user’s name was not said by the user', () => {
    expect(heard(user([text('[Request interrupted by user]')]), user([], {}))).toEqual([]);
  });

  test('by a command of Claude Code itself is told as its words', () => {
    const output = (said: string) => `<local-command-stdout>${said}</local-command-stdout>`;
    expect(words(heard(user(output('42 tokens'))))).toEqual(['agent: 42 tokens']);
    expect(words(heard(system('local_command_output', { content: 'x' })))).toEqual(['agent: x']);
    // We know that already, having asked for it.
    expect(heard(user(output('Set model to `x`')))).toEqual([]);
  });

  test('for the model alone is not shown', () => {
    expect(heard(assistant([{ type: 'redacted_thinking', data: 'x' }]))).toEqual([]);
  });
});

describe('tools', () => {
  test('are shown as soon as they have a name', () => {
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

  test('end with what they gave back, without what is meant for the model', () => {
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

  test('that the user stopped did not fail', () => {
    const stopped = user([toolResult('Stop', { is_error: true })], {
      tool_result_meta: [{ id: 'call', non_execution_kind: 'user-rejected' }],
    });
    expect(heard(assistant([toolUse('Read', {})]), stopped).at(-1)).toMatchObject({
      status: 'cancelled',
    });
  });

  test('that nobody announced still end', () => {
    expect(heard(user([toolResult('x')]))).toMatchObject([
      { toolCallId: 'call', title: 'Tool call', status: 'completed' },
    ]);
  });

  test('that give a picture show it', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A' } };
    expect(
      heard(assistant([toolUse('Read', {})]), user([toolResult([image])])).at(-1),
    ).toMatchObject({
      content: [{ type: 'content', content: { type: 'image', data: 'A' } }],
    });
  });

  test('that go on say so', () => {
    const progress = { type: 'tool_progress', tool_use_id: 'call', elapsed_time_seconds: 3 };
    expect(heard(progress)).toEqual([]);
    expect(heard(assistant([toolUse('Bash', {})]), progress).at(-1)).toEqual({
      type: 'tool.updated',
      toolCallId: 'call',
      status: 'in_progress',
    });
  });
});

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

  test('that fail tell their exit code', () => {
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

describe('the plan', () => {
  test('is written whole by old versions, and is no tool call', () => {
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

  test('is made task by task by newer ones', () => {
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

describe('what is said of the session', () => {
  test('modes and models that change', () => {
    const told = translator();
    told.settings.introduce({
      models: [
        { value: 'default', resolvedModel: 'big', displayName: 'Default' },
        { value: 'small', resolvedModel: 'small-1', displayName: 'Small' },
      ],
    });
    expect(told.translate(system('init', { permissionMode: 'default', model: 'big' }))).toEqual([]);
    expect(
      told.translate(system('init', { permissionMode: 'plan', model: 'small-1' })),
    ).toMatchObject([
      { type: 'mode.changed', current: 'plan' },
      { type: 'options.updated', options: [{ id: 'model', value: 'small' }] },
    ]);
    expect(
      told.translate(system('status', { status: null, permissionMode: 'bypassPermissions' })),
    ).toMatchObject([{ type: 'modes.updated', current: 'bypassPermissions' }]);
  });

  test('trouble with the API is one note, however often it is tried', () => {
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

  test('a hook that fails', () => {
    const hook = (more: object) =>
      system('hook_response', { hook_name: 'Start', stdout: '', ...more });
    expect(heard(hook({ exit_code: 0, stdout: 'fine' }))).toEqual([]);
    expect(heard(hook({ exit_code: 2, stderr: 'broken' }))).toMatchObject([
      { title: 'The hook Start failed (exit code 2).', description: 'broken', severity: 'warning' },
    ]);
  });

  test('a memory that is shortened', () => {
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

  test('subagents at work', () => {
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
      'The usage limit of the account is reached.',
    ],
    [
      { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning' } },
      'warning',
      'The usage limit of the account is near.',
    ],
  ])('%o is a note', (message, severity, title) => {
    expect(heard(message)).toMatchObject([{ type: 'notice.posted', severity, title }]);
  });

  test('titles, commands and questions that ended', () => {
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
  ])('%o says nothing', (message) => {
    expect(heard(message)).toEqual([]);
  });

  test('what is not known is kept', () => {
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

describe('usage', () => {
  const usage = { input_tokens: 5, cache_read_input_tokens: 10, output_tokens: 1 };
  const result = (more: object = {}) => ({
    type: 'result',
    subtype: 'success',
    modelUsage: { big: { contextWindow: 200 }, small: { contextWindow: 100 } },
    total_cost_usd: 0.5,
    ...more,
  });

  test('is told once the size of the context is known', () => {
    const said = assistant([text('x')], { model: 'small', usage });
    const more = stream({ type: 'message_delta', usage: { ...usage, output_tokens: 9 } });
    const cost = { amount: 0.5, currency: 'USD' };
    expect(heard(said, result(), more).filter(({ type }) => type === 'usage.updated')).toEqual([
      { type: 'usage.updated', usage: { used: 16, size: 100, cost } },
      { type: 'usage.updated', usage: { used: 24, size: 100, cost } },
    ]);
  });

  test('of a subagent is not that of the session', () => {
    const said = { ...assistant([text('x')], { usage }), parent_tool_use_id: 'task' };
    expect(heard(said, result()).map(({ type }) => type)).toEqual(['message.appended']);
  });
});

test('an error of the API is told with the end of the turn, or as a note if it went on', () => {
  const error = {
    ...assistant([text('Overloaded')], { model: '<synthetic>' }),
    error: 'overloaded',
  };
  expect(heard(error, { type: 'result', is_error: true })).toEqual([]);
  expect(heard(error, { type: 'result' })).toMatchObject([{ title: 'Overloaded' }]);
  expect(translator(error).apiError).toEqual({ kind: 'overloaded', text: 'Overloaded' });
});

function text(words: string) {
  return { type: 'text', text: words };
}

function thought(words: string) {
  return { type: 'thinking', thinking: words };
}
