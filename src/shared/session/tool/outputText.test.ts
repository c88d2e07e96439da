import { describe, expect, it } from 'vitest';
import { outputText } from './outputText';

describe('the output of a tool', () => {
  it.each([
    ['plain\ntext', 'plain\ntext'],
    ['{"output":"a\\nb","metadata":{"exit":0}}', 'a\nb'],
    ['{"exit_code":0,"formatted_output":"done\\n"}', 'done\n'],
    ['{"stdout":"out","stderr":"err","interrupted":false}', 'out\nerr'],
    ['{"stdout":"","stderr":"err"}', 'err'],
    ['{"content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}', 'one\ntwo'],
    ['[{"type":"text","text":"one"}]', 'one'],
    ['{"exit_code":0}', null],
    ['{"count":3}', null],
    ['', null],
    ['{not json', '{not json'],
  ])('is read from %s', (raw, text) => {
    expect(outputText(raw)).toBe(text);
  });
});
