import { expect, test } from 'vitest';
import { lineOf, wordsOf } from './words';

test.each([
  ['', []],
  ['  acp ', ['acp']],
  ['--model "a b" x', ['--model', 'a b', 'x']],
  ["--say='it is'", ['--say=it is']],
  ['C:\\bin\\agent.exe --acp', ['C:\\bin\\agent.exe', '--acp']],
])('%j has the words %j', (line, words) => {
  expect(wordsOf(line)).toEqual(words);
});

test.each([[['a', 'b c', 'd"e', "f'g", 'h i"j']], [[]], [['-p', '--verbose']]])(
  '%j is unchanged by writing it on one line',
  (words) => {
    expect(wordsOf(lineOf(words))).toEqual(words);
  },
);
