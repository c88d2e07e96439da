import { expect, test } from 'vitest';
import { pushAdvice } from './pushAdvice';

test.each([
  ["fatal: unable to access 'https://x/': Failed to connect to x port 1", /cannot be reached/],
  ['ssh: Could not resolve hostname x', /cannot be reached/],
  ['remote: Repository not found.', /no repository/],
  ["fatal: '/gone' does not appear to be a git repository", /no repository/],
  ['git@x: Permission denied (publickey).', /denied access/],
  ["fatal: could not read Username for 'https://x'", /denied access/],
  [' ! [remote rejected] main -> main (pre-receive hook declined)', /A hook rejected/],
  [' ! [rejected] main -> main (fetch first)', /has other commits/],
])('says what to do about %s', (words, advice) => expect(pushAdvice(words)).toMatch(advice));

test('leaves what it does not know to git', () =>
  expect(pushAdvice('fatal: something else')).toBeNull());
