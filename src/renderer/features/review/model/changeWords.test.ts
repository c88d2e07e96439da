import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { hunkWords } from './changeWords';

type Example = Parameters<typeof exampleChange>[0];

function wordsOf(example: Example, ...[links, texts]: Partial<Sides>[]) {
  const { change, hunks } = exampleChange(example);
  const hunk = hunks[0]?.hunk;
  if (hunk === undefined || hunk.type === 'text') throw new Error('It is decided by its lines.');
  const none = { base: null, proposed: null };
  return hunkWords(hunk, change, { links: { ...none, ...links }, texts: { ...none, ...texts } });
}

type Sides = Parameters<typeof hunkWords>[2]['links'];

const LINK = '120000';

describe('the words of what is decided as a whole', () => {
  it('say where a link points, and where it pointed', () => {
    const links = { base: 'old', proposed: 'new' };
    expect(wordsOf({ base: null, proposed: 'new', mode: LINK }, { proposed: 'new' })).toEqual({
      title: 'Symbolic link to new',
      text: 'Accept or reject it as a whole.',
    });
    expect(wordsOf({ base: 'old', baseMode: LINK, proposed: 'new', mode: LINK }, links)).toEqual({
      title: 'Symbolic link to new',
      text: 'It pointed to old. Accept or reject it as a whole.',
    });
    expect(wordsOf({ base: 'old', baseMode: LINK, proposed: null }, { base: 'old' })).toEqual({
      title: 'Deletes the symbolic link to old',
      text: 'It is removed from your project.',
    });
  });

  it('say what replaces a link, and what a link replaces', () => {
    expect(wordsOf({ base: 'old', baseMode: LINK, proposed: 'rm\n' }, { base: 'old' }).title).toBe(
      'Replaces the symbolic link to old with a file',
    );
    expect(wordsOf({ proposed: 'new', mode: LINK }, { proposed: 'new' }).title).toBe(
      'Replaces the file with a symbolic link to new',
    );
    expect(wordsOf({ base: 'old', baseMode: LINK, proposed: 'rm\n' }).title).toBe(
      'Replaces the symbolic link with a file',
    );
  });

  it('call no text a binary file', () => {
    expect(wordsOf({ base: '\0', proposed: 'rm\n' }, {}, { proposed: 'rm\n' }).title).toBe(
      'Replaces the binary file with text',
    );
    expect(wordsOf({ proposed: '\0' }, {}, { base: 'one\n' }).title).toBe(
      'Replaces the text with a binary file',
    );
    expect(wordsOf({ base: '\0', proposed: '\0\0' }).title).toBe('Binary file');
  });
});
