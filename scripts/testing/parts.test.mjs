import { expect, it } from 'vitest';
import { Failure } from '../setup/failure.mjs';
import { readTestArguments } from './parts.mjs';

it('runs everything unless told otherwise', () => {
  expect(readTestArguments([])).toEqual({
    checks: true,
    projects: ['unit', 'integration'],
    endToEnd: true,
    args: [],
  });
});

it('hands the remaining words to the runner of the part', () => {
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
});

it('does not guess', () => {
  expect(() => readTestArguments(['all'])).toThrow(Failure);
});
