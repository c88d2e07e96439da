import { describe, expect, it } from 'vitest';
import type { FormField } from '#shared/session/request/requests';
import { checkForm, type FormDraft, initialDraft } from './formDraft';

const field = (fields: object) =>
  ({ key: 'k', title: 'K', required: false, ...fields }) as FormField;

function check(fields: object, value: FormDraft[string]) {
  const result = checkForm([field(fields)], { k: value });
  return result.ok ? result.values.k : result.errors.k;
}

describe('forms of an agent', () => {
  it('start with the agent’s defaults', () => {
    const fields = [
      field({ key: 'a', type: 'text', default: 'x' }),
      field({ key: 'b', type: 'number', integer: true, default: 3 }),
      field({ key: 'c', type: 'boolean' }),
      field({ key: 'd', type: 'choice', multiple: true, choices: [], default: ['y'] }),
      field({ key: 'e', type: 'choice', multiple: false, choices: [] }),
    ];
    expect(initialDraft(fields)).toEqual({ a: 'x', b: '3', c: false, d: ['y'], e: '' });
  });

  it('check text by length and format', () => {
    expect(check({ type: 'text' }, '')).toBeUndefined();
    expect(check({ type: 'text', required: true }, '')).toBe('Required.');
    expect(check({ type: 'text', minLength: 3 }, 'ab')).toMatch(/at least 3/);
    expect(check({ type: 'text', maxLength: 2 }, '😀😀')).toBe('😀😀');
    expect(check({ type: 'text', format: 'email' }, 'nobody')).toMatch(/email/);
    expect(check({ type: 'text', format: 'uri' }, 'https://a')).toBe('https://a');
    expect(check({ type: 'text', format: 'date' }, '2026-02-30')).toMatch(/date/);
    expect(check({ type: 'text', format: 'date' }, '2026-02-28')).toBe('2026-02-28');
    expect(check({ type: 'text', format: 'date-time' }, '2026-02-28T10:00:00Z')).toMatch(/^2026/);
  });

  it('check numbers by kind and range', () => {
    const number = { type: 'number', integer: true, minimum: 1, maximum: 5 };
    expect(check(number, '3')).toBe(3);
    expect(check(number, '3.5')).toMatch(/whole/);
    expect(check(number, '0')).toMatch(/or more/);
    expect(check(number, '6')).toMatch(/or less/);
    expect(check(number, 'x')).toMatch(/Enter a number/);
    expect(check({ ...number, required: true }, ' ')).toMatch(/Required/);
  });

  it('accept only offered choices', () => {
    const choices = [{ value: 'a', title: 'A' }];
    expect(check({ type: 'choice', multiple: false, choices }, 'a')).toBe('a');
    expect(check({ type: 'choice', multiple: false, choices, required: true }, 'z')).toMatch(/one/);
    expect(check({ type: 'choice', multiple: true, choices }, ['a', 'z'])).toEqual(['a']);
    expect(check({ type: 'choice', multiple: true, choices, required: true }, [])).toMatch(/least/);
  });
});

it('take another answer instead of one of the choices', () => {
  const fields = [
    field({ type: 'choice', multiple: false, choices: [], required: true }),
    field({ key: 'other', type: 'text', insteadOf: 'k' }),
  ];
  expect(checkForm(fields, { k: '', other: '' })).toMatchObject({ ok: false });
  expect(checkForm(fields, { k: '', other: 'x' })).toEqual({ ok: true, values: { other: 'x' } });
});
