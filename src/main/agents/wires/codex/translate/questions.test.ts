import { expect, test } from 'vitest';
import { elicitationAnswer, elicitationFrom, userInputAnswer, userInputFrom } from './questions';

const pick = {
  id: 'pick',
  header: 'Pick',
  question: 'Which one?',
  isOther: true,
  isSecret: false,
  options: [{ label: 'Alpha', description: 'first' }, { label: 'Beta' }],
};

test('questions are shown as a form, and answers are keyed by their ids', () => {
  const params = { questions: [pick, { id: 'why', question: 'Why?', options: null }] };
  expect(userInputFrom(params, null)).toEqual({
    message: 'Codex has some questions.',
    toolCallId: null,
    body: {
      type: 'form',
      fields: [
        {
          key: 'pick',
          title: 'Pick',
          description: 'Which one?',
          required: false,
          type: 'choice',
          multiple: false,
          choices: [
            { value: 'Alpha', title: 'Alpha', description: 'first' },
            { value: 'Beta', title: 'Beta' },
          ],
        },
        {
          key: 'pick-other',
          title: 'Other',
          required: false,
          insteadOf: 'pick',
          type: 'text',
        },
        { key: 'why', title: 'Why?', required: false, type: 'text' },
      ],
    },
  });
  const values = { pick: 'Alpha', 'pick-other': '', why: 'Because' };
  expect(userInputAnswer(params, { type: 'accepted', values })).toEqual({
    answers: { pick: { answers: ['Alpha'] }, why: { answers: ['Because'] } },
  });
  expect(userInputAnswer(params, { type: 'declined' })).toEqual({ answers: {} });
  expect(userInputFrom({ questions: [] }, null)).toBeNull();
});

test('a single question is asked once, with or without a header', () => {
  const titles = [pick, { ...pick, header: '' }].map((question) => {
    const form = userInputFrom({ questions: [question] }, null);
    expect(form?.message).toBe('Which one?');
    const fields = form?.body.type === 'form' ? form.body.fields : [];
    return fields.map(({ title, description }) => [title, description]);
  });
  const other = ['Other', undefined];
  expect(titles).toEqual([
    [['Pick', undefined], other],
    [['Your answer', undefined], other],
  ]);
});

test('questions of an MCP server are shown as a form', () => {
  const requestedSchema = { type: 'object', properties: { a: { type: 'boolean' } } };
  expect(elicitationFrom({ mode: 'form', serverName: 's', message: 'm', requestedSchema })).toEqual(
    {
      message: 's: m',
      toolCallId: null,
      body: { type: 'form', fields: [{ key: 'a', title: 'a', required: false, type: 'boolean' }] },
    },
  );
  const url = { mode: 'url', message: 'm', url: 'https://x.org/', elicitationId: 'e' };
  expect(elicitationFrom(url)).toMatchObject({ body: { type: 'url', elicitationId: 'e' } });
  expect(elicitationFrom({ mode: 'url', url: 'javascript:x', elicitationId: 'e' })).toBe(
    'url must be a web address',
  );
  expect(elicitationAnswer({ type: 'accepted', values: { a: true } })).toEqual({
    action: 'accept',
    content: { a: true },
    _meta: null,
  });
  expect(elicitationAnswer({ type: 'declined' })).toMatchObject({ action: 'decline' });
  expect(elicitationAnswer({ type: 'cancelled' })).toMatchObject({ action: 'cancel' });
});
