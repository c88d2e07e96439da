import { describe, expect, it } from 'vitest';
import { problemInForm } from './formAnswer';
import type { FormField, FormValue } from './requests';

const base = { key: 'it', title: 'It', required: true } as const;
const text: FormField = { ...base, type: 'text', minLength: 2, maxLength: 3 };
const whole: FormField = { ...base, type: 'number', integer: true, minimum: 1, maximum: 9 };
const flag: FormField = { ...base, type: 'boolean' };
const choices = [
  { value: 'a', title: 'A' },
  { value: 'b', title: 'B' },
];
const single: FormField = { ...base, type: 'choice', multiple: false, choices };
const several: FormField = { ...base, type: 'choice', multiple: true, choices };

describe('problemInForm', () => {
  it.each<[FormField, FormValue, string | null]>([
    [text, 'abc', null],
    [text, 'a🚀', null],
    [text, 'a', '"It" must have at least 2 characters.'],
    [text, 'abcd', '"It" must have at most 3 characters.'],
    [text, 5, '"It" must be text.'],
    [whole, 5, null],
    [whole, 1.5, '"It" must be a whole number.'],
    [whole, 0, '"It" must be at least 1.'],
    [whole, 10, '"It" must be at most 9.'],
    [whole, Number.NaN, '"It" must be a number.'],
    [flag, false, null],
    [flag, 'no', '"It" must be yes or no.'],
    [single, 'a', null],
    [single, 'c', '"It" must be one of the choices.'],
    [single, ['a'], '"It" must be one of the choices.'],
    [several, ['a', 'b'], null],
    [several, [], null],
    [several, ['a', 'c'], '"It" must be one of the choices.'],
    [several, 'a', '"It" must be a list.'],
  ])('%j with %j: %s', (field, value, problem) => {
    expect(problemInForm([field], { it: value })).toBe(problem);
  });

  it('requires the required fields, and only those', () => {
    expect(problemInForm([text], {})).toBe('"It" is required.');
    expect(problemInForm([{ ...text, required: false }], {})).toBeNull();
  });

  it('handles fields named like members of the prototype', () => {
    const field: FormField = { ...text, key: '__proto__', title: 'Odd' };
    expect(problemInForm([field], {})).toBe('"Odd" is required.');
    expect(problemInForm([], { toString: 'x' })).toBe('The agent did not ask for "toString".');
  });
});
