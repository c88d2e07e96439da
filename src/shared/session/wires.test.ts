import { expect, test } from 'vitest';
import { whyNot, wireLimits, wireNames } from './wires';

test('every limit is a sentence', () => {
  for (const limits of Object.values(wireLimits)) {
    for (const reason of Object.values(limits)) expect(reason).toMatch(/^[A-Z].+\.$/);
  }
});

test('every wire has a name of its own that fits a label', () => {
  const names = Object.values(wireNames);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Z].{2,30}[^.]$/);
});

test('a feature is there unless there is a reason why not', () => {
  expect(whyNot('acp', 'cancel')).toBeNull();
  expect(whyNot('threads', 'cancel')).toContain('no word for stopping');
});
