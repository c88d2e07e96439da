import { expect, it } from 'vitest';
import { requireNode } from './entry.mjs';
import { Failure } from './failure.mjs';

it.each(['20.19.0', '22.0.0', '24.1.2'])('runs on Node %s', (version) => {
  expect(() => requireNode(version)).not.toThrow();
});

it.each(['18.20.4', '20.18.9'])('does not run on Node %s', (version) => {
  expect(() => requireNode(version)).toThrow(Failure);
});
