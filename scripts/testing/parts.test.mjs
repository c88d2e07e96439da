import { expect, it } from 'vitest';
import { Failure } from '../setup/failure.mjs';
import { readTestArguments } from './parts.mjs';

it('runs everything by default', () => {
  expect(readTestArguments([])).toEqual({
    checks: true,
    projects: ['unit', 'component', 'integration'],
    endToEnd: true,
    inTurn: true,
    args: [],
  });
});

it('passes the remaining arguments to the runner of the part', () => {
  expect(readTestArguments(['unit', '-t', 'counts'])).toMatchObject({
    projects: ['unit'],
    endToEnd: false,
    args: ['-t', 'counts'],
  });
  expect(readTestArguments(['e2e', '--grep', 'opens'])).toMatchObject({
    projects: [],
    endToEnd: true,
    args: ['--grep', 'opens'],
  });
  expect(readTestArguments(['e2e']).inTurn).toBeUndefined();
});

it('refuses an unknown part', () => {
  expect(() => readTestArguments(['all'])).toThrow(Failure);
});
