import { describe, expect, it } from 'vitest';
import { firstLineOf } from './firstLine';

describe('the first line of a thought', () => {
  it.each([
    ['**Reading** the `config` first\nand then', 'Reading the config first'],
    ['## A plan', 'A plan'],
    ['> *Quoted*, with _stress_.', 'Quoted, with stress.'],
    ['***All***', 'All'],
    ['Only `*.ts` and `**/*.js`', 'Only *.ts and **/*.js'],
  ])('has no marks of Markdown: %j', (text, line) => {
    expect(firstLineOf(text)).toBe(line);
  });

  it.each([
    ['price * quantity'],
    ['rename user_name to user_id'],
    ['if a > b'],
    ['C# and F# files'],
    ['look at *.ts and **/*.tsx'],
    ['everything in src/** and test/**'],
    ['2 ** 8 or a**b**c'],
    ['__init__.py calls *args and **kwargs'],
  ])('keeps signs that mark nothing: %j', (text) => {
    expect(firstLineOf(text)).toBe(text);
  });
});
