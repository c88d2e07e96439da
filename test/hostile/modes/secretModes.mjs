import { AFTER, inTurn } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** The secret that the user gave it, spread wherever it may be written down. */
export const secretModes = {
  'stderr-secret': {
    does: 'prints its secret to its standard error and ends',
    ends: ['interrupted'],
    scenario: inTurn(({ secret }) => [
      { stderr: `Authorization: Bearer ${secret}` },
      { stderr: `connecting with ${secret} …` },
      { exit: { code: 1 } },
    ]),
  },
  'stderr-split': {
    does: 'prints its secret in two writes',
    ends: ['interrupted'],
    scenario: inTurn(({ secret }) => [
      { stderrPart: `key ${secret.slice(0, 9)}` },
      { pause: 50 },
      { stderrPart: `${secret.slice(9)}\n` },
      { exit: { code: 1 } },
    ]),
  },
  'wire-secret': {
    does: 'puts its secret into messages in every shape',
    ends: ENDS_WELL,
    scenario: inTurn(({ secret }) => [
      { garbage: { lines: [`[debug] API_TOKEN=${secret}`, `--password ${secret}`] } },
      { notify: { method: '_debug/env', params: { env: [{ name: 'API_TOKEN', value: secret }] } } },
      { notify: { method: '_debug/text', params: { text: JSON.stringify({ token: secret }) } } },
      {
        notify: {
          method: '_debug/server',
          params: { headers: [{ name: 'Authorization', value: `Bearer ${secret}` }] },
        },
      },
      { notify: { method: '_debug/argv', params: { args: ['--password', secret] } } },
      { request: { method: '_debug/unknown', params: { secret } } },
      AFTER,
    ]),
  },
  'error-secret': {
    does: 'answers a prompt with an error that holds its secret',
    ends: ['failed'],
    scenario: inTurn(({ secret }) => [
      { error: { code: -32603, message: `401 for ${secret}`, data: { token: secret } } },
    ]),
  },
  'tool-secret': {
    does: 'shows its secret in tool calls and commands',
    ends: ENDS_WELL,
    scenario: inTurn(({ secret }) => [
      {
        tool: {
          id: 'leak',
          title: `curl -H "Authorization: Bearer ${secret}"`,
          rawInput: { env: { API_TOKEN: secret }, command: `curl -u x:${secret}` },
          rawOutput: `token ${secret}`,
          status: 'completed',
        },
      },
      { terminal: { command: '/bin/echo', args: [`token=${secret}`], env: { API_TOKEN: secret } } },
      AFTER,
    ]),
  },
  'said-secret': {
    does: 'says its secret, whole and in pieces',
    ends: ENDS_WELL,
    scenario: inTurn(({ secret }) => [
      { say: `Your key is ${secret}.` },
      { say: { text: `Again: ${secret}!`, chunks: 5 } },
      { think: { text: `${secret}`, chunks: 3 } },
      { title: `About ${secret}` },
      AFTER,
    ]),
  },
  'accepted-secret': {
    does: 'puts its secret into everything that is kept of an edit that is accepted',
    ends: ENDS_WELL,
    reviews: 'accept',
    scenario: inTurn(({ secret }) => [
      { title: `Work on ${secret}` },
      {
        tool: {
          id: `edit ${secret}`,
          title: `Edit with ${secret}`,
          kind: 'edit',
          status: 'in_progress',
        },
      },
      { diskWrite: { path: 'src/main.ts', content: 'export const answer = 43;\n' } },
      {
        toolUpdate: {
          id: `edit ${secret}`,
          status: 'completed',
          locations: [{ path: '{{cwd}}/src/main.ts' }],
        },
      },
      AFTER,
    ]),
  },
  'offered-secret': {
    does: 'puts its secret into commands, settings, plans, notices and questions',
    ends: ENDS_WELL,
    scenario: inTurn(({ secret }) => [
      { commands: [{ name: secret, description: `runs ${secret}`, input: { hint: secret } }] },
      {
        options: [
          {
            ...{ id: `o ${secret}`, name: secret, type: 'select', currentValue: `v ${secret}` },
            options: [{ value: `v ${secret}`, name: `model ${secret}`, description: secret }],
          },
        ],
      },
      { mode: `mode ${secret}` },
      { plan: [`use ${secret}`] },
      { notice: { severity: 'warning', title: secret, description: secret } },
      { compaction: { id: secret, status: 'completed', summary: `was ${secret}` } },
      { subagent: { sessionId: `child ${secret}`, title: secret } },
      {
        elicit: {
          message: `Is it ${secret}?`,
          requestedSchema: {
            type: 'object',
            properties: {
              [secret]: { type: 'string', title: secret, default: secret, enum: [secret] },
            },
          },
        },
      },
      {
        ask: {
          toolCall: {
            title: `curl ${secret}`,
            kind: 'execute',
            rawInput: { command: `curl -H 'x: ${secret}' a` },
          },
        },
      },
      {
        request: {
          method: 'fs/read_text_file',
          params: { sessionId: '{{sessionId}}', path: `{{cwd}}/${secret}` },
        },
      },
      {
        request: {
          method: 'terminal/create',
          params: {
            sessionId: '{{sessionId}}',
            command: `/nowhere/${secret}`,
            args: [secret],
            env: [],
          },
        },
      },
      AFTER,
    ]),
  },
};
