import { expect, test } from 'vitest';
import { whyNot, wires } from './wires';

test('every limit is a full sentence', () => {
  for (const { limits } of Object.values(wires)) {
    for (const reason of Object.values<string>(limits)) expect(reason).toMatch(/^[A-Z].+\.$/);
  }
});

test('every protocol has a unique name that fits a label', () => {
  const names = Object.values(wires).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Z].{2,30}[^.]$/);
});

test('a feature is available unless there is a reason why not', () => {
  expect(whyNot('acp', 'cancel')).toBeNull();
  expect(whyNot('threads', 'cancel')).toContain('no stop request');
});
