import type { Scenario } from '../agent/scenario';

/** What the peers of the other wires do at a word, in ACP. */
export const acpScenario: Scenario = {
  stateFile: 'conversations.json',
  turns: [
    {
      when: '^say$',
      steps: [
        { think: 'Hm.' },
        { say: { text: 'One two three.', chunks: 3 } },
        { plan: ['Count'] },
      ],
    },
    {
      when: '^tool$',
      steps: [
        { tool: { id: 'call-read', title: 'Read notes.txt', kind: 'read', status: 'in_progress' } },
        { read: { path: 'notes.txt' } },
        { toolUpdate: { id: 'call-read', status: 'completed' } },
      ],
    },
    {
      when: '^edit$',
      steps: [
        { diff: { path: 'notes.txt', before: 'before\n', after: 'after\n', id: 'call-edit' } },
        { write: { path: 'notes.txt', content: 'after\n' } },
        { toolUpdate: { id: 'call-edit', status: 'completed' } },
      ],
    },
    {
      when: '^ask$',
      steps: [
        {
          ask: {
            toolCall: { toolCallId: 'call-ask', title: 'ls -la', kind: 'execute' },
            onAllowed: [{ say: 'Allowed.' }],
            onRejected: [{ say: 'Rejected.' }],
            onCancelled: [{ end: { stopReason: 'cancelled' } }],
          },
        },
      ],
    },
    { when: '^stall deaf$', steps: [{ onCancel: 'ignore' }, { say: 'Working' }, { stall: true }] },
    { when: '^stall$', steps: [{ say: 'Working' }, { stall: true }] },
    { when: '^crash$', steps: [{ say: 'Oh' }, { exit: { code: 3 } }] },
    {
      when: '^bad$',
      steps: [
        { garbage: { lines: ['this is not JSON', '{"jsonrpc":"2.0","method":'] } },
        { rawLine: '{"no":"version"}' },
        { notify: { method: 'session/update', params: 'nothing' } },
        { update: { sessionUpdate: 7 } },
        { wrongId: { id: 999_999 } },
        { say: 'Still here.' },
      ],
    },
    { when: '^tired$', steps: [{ end: { stopReason: 'tired\u0007 of it' } }] },
    {
      when: '^unknown$',
      steps: [{ update: { sessionUpdate: 'weather_report', sun: true } }, { say: 'Still here.' }],
    },
  ],
};
