import { expect, test } from 'vitest';
import { whyNot, wireLimits, wireNames } from './wires';

test('every limit is a sentence', () => {
  for (const limits of Object.values(wireLimits)) {
    for (const reason of Object.values(limits)) expect(reason).toMatch(/^[A-Z].+\.$/);
  }
});

test('every wire has a name that goes on from "speaks"', () => {
  for (const name of Object.values(wireNames)) expect(name).toMatch(/^(the|version|Claude|Codex)/);
});

test('a feature is there unless there is a reason why not', () => {
  expect(whyNot('acp', 'cancel')).toBeNull();
  expect(whyNot('threads', 'cancel')).toContain('no word for stopping');
});
