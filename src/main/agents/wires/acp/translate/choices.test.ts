import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../json';
import { questionsIn } from '../../questionForm';
import { choiceFromWire, choiceToWire, questionFrom, questionsToWire } from './choices';
import { permissionFromWire } from './permissions';

const questions = [
  {
    question: 'Which one?',
    header: 'Pick',
    options: [{ label: 'Alpha', description: 'The first' }, { label: 'Beta' }],
    multiSelect: false,
  },
  { question: 'Which colours?', options: ['red', 'blue'], multiSelect: true },
];
const submitOrCancel = [
  { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
  { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
];

function choice(toolCall: JsonRecord, more: JsonRecord = {}) {
  const params = {
    toolCall: { toolCallId: 'call', title: 'Ask', ...toolCall },
    options: submitOrCancel,
    ...more,
  };
  const ask = permissionFromWire(params);
  if (typeof ask === 'string') throw new Error(ask);
  return choiceFromWire(params, ask);
}

describe('questions that come as a request for permission', () => {
  it.each<[string, JsonRecord, JsonRecord?]>([
    ['rawInput', { rawInput: { questions } }],
    ['_meta of the call', { _meta: { questions } }],
    ['a member of _meta', { _meta: { 'ask/user': { questions } } }],
    ['_meta of the request', {}, { _meta: { questions } }],
  ])('are read from %s, with their choices', (_, call, more) => {
    const asked = choice(call, more);
    expect(asked && questionFrom(asked.questions, null)).toMatchObject({
      message: 'The agent has some questions.',
      body: {
        fields: [
          { title: 'Pick', description: 'Which one?', required: true, type: 'choice' },
          { title: 'Other', required: false, insteadOf: 'question-0', type: 'text' },
          { title: 'Which colours?', multiple: true, choices: [{ value: 'red' }, {}] },
          { title: 'Other' },
        ],
      },
    });
  });

  it('are answered by number and by text, or not at all', () => {
    const asked = choice({ rawInput: { questions } });
    if (asked === null) throw new Error('It is a question.');
    const values = { 'question-0': 'Beta', 'question-1': ['red'], 'question-1-other': 'green' };
    expect(choiceToWire(asked, { type: 'accepted', values })).toEqual({
      outcome: { outcome: 'selected', optionId: 'proceed_once' },
      answers: { 0: 'Beta', 1: 'red, green' },
      _meta: { answers: { 'Which one?': 'Beta', 'Which colours?': 'red, green' } },
    });
    expect(choiceToWire(asked, { type: 'declined' })).toEqual({
      outcome: { outcome: 'selected', optionId: 'cancel' },
    });
    expect(choiceToWire(asked, { type: 'cancelled' })).toEqual({
      outcome: { outcome: 'cancelled' },
    });
  });

  it('are a readable form if they have no choices', () => {
    const asked = choice({ rawInput: { question: 'What is it called?' } });
    expect(asked && questionFrom(asked.questions, null)).toMatchObject({
      message: 'What is it called?',
      body: { fields: [{ type: 'text', required: true }] },
    });
  });

  it('hide no deed', () => {
    expect(choice({ rawInput: { questions, command: 'rm -rf .' } })).toBeNull();
    expect(choice({ kind: 'execute', rawInput: { questions } })).toBeNull();
    const diff = { type: 'diff', path: '/a', oldText: '', newText: 'x' };
    expect(choice({ rawInput: { questions }, content: [diff] })).toBeNull();
    expect(choice({ title: 'Search', rawInput: { question: 'words' } })).toBeNull();
  });

  it('stay as they are where the options are the choices', () => {
    const options = ['Alpha', 'Beta'].map((name) => ({ optionId: name, name, kind: 'allow_once' }));
    expect(choice({ rawInput: { questions } }, { options })).toBeNull();
  });
});

it('the question of x.ai’s own request is answered in its form', () => {
  const asked = questionsIn({ questions });
  const values = { 'question-0': 'Alpha', 'question-1': ['red', 'blue'] };
  expect(questionsToWire(asked, { type: 'accepted', values })).toEqual({
    outcome: 'accepted',
    answers: { 'Which one?': ['Alpha'], 'Which colours?': ['red', 'blue'] },
    annotations: {},
  });
  expect(questionsToWire(asked, { type: 'declined' })).toEqual({ outcome: 'cancelled' });
});
