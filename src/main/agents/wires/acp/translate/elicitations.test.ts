import { expect, test } from 'vitest';
import type { ToolCallId } from '#shared/ids';
import { FORM_FIELDS, URL_LENGTH } from '../../limits';
import { elicitationFromWire, elicitationToWire } from './elicitations';

const asIs = (call: string) => call as ToolCallId;
const form = (properties: object, required?: unknown) =>
  elicitationFromWire(
    { mode: 'form', message: 'Well?', requestedSchema: { type: 'object', properties, required } },
    asIs,
  );

test.each<[string, object, object]>([
  ['text', { type: 'string' }, { type: 'text' }],
  [
    'text with rules',
    { type: 'string', format: 'email', minLength: 1, maxLength: 9, default: 'a@b' },
    { type: 'text', format: 'email', minLength: 1, maxLength: 9, default: 'a@b' },
  ],
  [
    'text of an unknown format',
    { type: 'string', format: 'uuid', minLength: -1 },
    { type: 'text' },
  ],
  [
    'a choice with titles',
    { type: 'string', oneOf: [{ const: 'a', title: 'A', description: 'first' }, { const: 'b' }] },
    {
      type: 'choice',
      multiple: false,
      choices: [
        { value: 'a', title: 'A', description: 'first' },
        { value: 'b', title: 'b' },
      ],
    },
  ],
  [
    'a choice that lists a value twice',
    {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'Keep' },
        { const: 'a', title: 'Delete' },
      ],
    },
    { type: 'choice', multiple: false, choices: [{ value: 'a', title: 'Keep' }] },
  ],
  [
    'a bare choice that lists a value twice',
    { type: 'string', enum: ['a', 'b', 'a'], enumNames: ['A', 'B', 'C'] },
    {
      type: 'choice',
      multiple: false,
      choices: [
        { value: 'a', title: 'A' },
        { value: 'b', title: 'B' },
      ],
    },
  ],
  [
    'a bare choice',
    { type: 'string', enum: ['a', 'b'], enumNames: ['A'], default: 'b' },
    {
      type: 'choice',
      multiple: false,
      choices: [
        { value: 'a', title: 'A' },
        { value: 'b', title: 'b' },
      ],
      default: 'b',
    },
  ],
  [
    'several choices',
    { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, default: ['a', 1] },
    { type: 'choice', multiple: true, choices: [{ value: 'a', title: 'A' }], default: ['a'] },
  ],
  [
    'an integer',
    { type: 'integer', minimum: 0, maximum: 9, default: 3 },
    { type: 'number', integer: true, minimum: 0, maximum: 9, default: 3 },
  ],
  ['a number', { type: 'number', minimum: 'low' }, { type: 'number', integer: false }],
  ['a boolean', { type: 'boolean', default: true }, { type: 'boolean', default: true }],
  ['an object', { type: 'object' }, { type: 'text', description: expect.stringMatching(/text/) }],
  ['a list of anything', { type: 'array', items: {} }, { type: 'text' }],
  ['nothing at all', {}, { type: 'text', description: expect.stringMatching(/a value/) }],
])('a property for %s', (_, property, field) => {
  expect(form({ key: property }, ['key'])).toEqual({
    message: 'Well?',
    toolCallId: null,
    body: {
      type: 'form',
      fields: [expect.objectContaining({ key: 'key', title: 'key', required: true, ...field })],
    },
  });
});

test('titles and descriptions are the agent’s own', () => {
  expect(form({ key: { type: 'boolean', title: 'Sure?', description: 'Really.' } })).toMatchObject({
    body: { fields: [{ title: 'Sure?', description: 'Really.', required: false }] },
  });
});

test('a URL question is a page to visit', () => {
  expect(
    elicitationFromWire(
      {
        mode: 'url',
        message: 'Log in',
        url: 'https://example.com/a?b',
        elicitationId: 'e',
        toolCallId: 't',
      },
      (call) => asIs(`child/${call}`),
    ),
  ).toEqual({
    message: 'Log in',
    toolCallId: 'child/t',
    body: { type: 'url', url: 'https://example.com/a?b', elicitationId: 'e' },
  });
});

test.each<[object, RegExp]>([
  [
    { mode: 'url', elicitationId: 'e', url: `https://example.com/${'x'.repeat(URL_LENGTH)}` },
    /url has more than 16384 characters/,
  ],
  [{ mode: 'hologram' }, /"hologram" is not supported/],
  [{}, /null is not supported/],
  [{ mode: 'form' }, /requestedSchema/],
  [{ mode: 'url', url: 'https://example.com' }, /elicitationId/],
  [{ mode: 'url', elicitationId: 'e', url: 'javascript:alert(1)' }, /web address/],
  [{ mode: 'url', elicitationId: 'e', url: 'file:///etc/passwd' }, /web address/],
  [{ mode: 'url', elicitationId: 'e', url: 'no url' }, /web address/],
])('%j cannot be shown to the user', (params, reason) => {
  expect(elicitationFromWire({ ...params }, asIs)).toMatch(reason);
});

test('a form with too many fields is refused', () => {
  const properties = Object.fromEntries(Array.from({ length: FORM_FIELDS + 1 }, (_, i) => [i, {}]));
  expect(form(properties)).toMatch(/65 fields/);
});

test('answers are translated for the agent', () => {
  expect(elicitationToWire({ type: 'accepted', values: { a: 'x', b: ['y'], c: 1 } })).toEqual({
    action: 'accept',
    content: { a: 'x', b: ['y'], c: 1 },
  });
  expect(elicitationToWire({ type: 'accepted', values: {} })).toEqual({ action: 'accept' });
  expect(elicitationToWire({ type: 'declined' })).toEqual({ action: 'decline' });
  expect(elicitationToWire({ type: 'cancelled' })).toEqual({ action: 'cancel' });
});
