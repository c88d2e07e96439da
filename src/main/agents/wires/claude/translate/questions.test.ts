import { expect, test } from 'vitest';
import type { ToolCallId } from '#shared/ids';
import { answerToQuestion, questionFrom } from './questions';

const call = 'call' as ToolCallId;
const pick = {
  question: 'Which one?',
  header: 'Pick',
  multiSelect: false,
  options: [
    { label: 'Alpha', description: 'first' },
    { label: 'Beta' },
    { description: 'nameless' },
  ],
};

test('a question is shown as a form', () => {
  expect(questionFrom({ questions: [pick] }, call)).toEqual({
    message: 'Which one?',
    toolCallId: call,
    body: {
      type: 'form',
      fields: [
        {
          key: 'question-0',
          title: 'Pick',
          required: true,
          type: 'choice',
          multiple: false,
          choices: [
            { value: 'Alpha', title: 'Alpha', description: 'first' },
            { value: 'Beta', title: 'Beta' },
          ],
        },
        {
          key: 'question-0-other',
          title: 'Other',
          required: false,
          insteadOf: 'question-0',
          type: 'text',
        },
      ],
    },
  });
});

test('a single question is asked once, with or without a header', () => {
  const question = questionFrom({ questions: [{ ...pick, header: '' }] }, call);
  expect(question).toMatchObject({
    message: 'Which one?',
    body: { fields: [{ title: 'Your answer' }, { title: 'Other' }] },
  });
});

test('several questions, and one without choices, are one form', () => {
  const question = questionFrom({ questions: [pick, { question: 'Why?' }] }, call);
  expect(question?.message).toBe('Claude has some questions.');
  expect(question?.body).toMatchObject({ fields: [{}, {}, { type: 'text', title: 'Why?' }] });
});

test('questions that cannot be answered give no form', () => {
  expect(questionFrom({ questions: [{ question: '' }] }, call)).toBeNull();
  expect(questionFrom({}, call)).toBeNull();
});

test('answers are keyed by the text of the question', () => {
  const input = { questions: [{ ...pick, multiSelect: true }, { question: 'Why?' }], other: 1 };
  const values = { 'question-0': ['Alpha', 'Beta'], 'question-0-other': 'Gamma' };
  expect(answerToQuestion(input, { type: 'accepted', values })).toEqual({
    behavior: 'allow',
    updatedInput: { ...input, answers: { 'Which one?': 'Alpha, Beta, Gamma' } },
  });
  expect(answerToQuestion(input, { type: 'declined' })).toMatchObject({
    behavior: 'deny',
    interrupt: false,
  });
  expect(answerToQuestion(input, { type: 'cancelled' })).toMatchObject({
    behavior: 'deny',
    interrupt: true,
  });
});
