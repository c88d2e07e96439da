import { describe, expect, it } from 'vitest';
import { toolText } from './toolText';

describe('the text of a tool', () => {
  it('is shown as it is where a command printed it or a file holds it', () => {
    const output = '# one\n* two\nthree';
    for (const kind of ['execute', 'read', 'search', 'edit', 'delete', 'move', 'other'] as const) {
      expect(toolText(output, kind)).toEqual({ type: 'plain', text: output });
    }
  });

  it('is shown without the marks of a block of code around it', () => {
    expect(toolText('```console\none\ntwo\n```', 'execute')).toEqual({
      type: 'plain',
      text: 'one\ntwo',
    });
    expect(toolText('````\n```js\nx\n```\n````\n', 'read').text).toBe('```js\nx\n```');
  });

  it('is Markdown where a model wrote it, or the agent sets code in it', () => {
    expect(toolText('# Plan', 'switch_mode').type).toBe('markdown');
    expect(toolText('**So**', 'think').type).toBe('markdown');
    expect(toolText('Found:\n```js\nx\n```\nand\n```js\ny\n```', 'other').type).toBe('markdown');
    expect(toolText('a\n```\nb\n```\nc', 'read').type).toBe('plain');
  });
});
