import type { Expectation } from '#test/transcripts/acp/expectations';

export const expectations: Readonly<Record<string, Expectation>> = {
  'claude-agent-acp': {
    ends: ['end_turn'],
    tools: ['Write hello-fake.txt: completed'],
    questions: 1,
    says: 'Done: the fake model finished after 1 tool round(s).',
    options: 'mode=default model=default effort=default fast=false ultracode=false',
    title: 'FAKE:think,write',
  },
  'codex-acp': {
    ends: ['end_turn'],
    tools: ['Editing files: completed'],
    says: 'Done: the fake model finished after 1 tool round(s).',
    title: 'FAKE:think,write',
    options: 'mode=agent collaboration_mode=default model=fake-model',
  },
};
