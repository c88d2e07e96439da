import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainSnippet } from './plainSnippet';

/** Matches stand in braces, before and after. */
function plain(marked: string): string {
  const matches: [number, number][] = [];
  let text = '';
  for (const part of marked.split('{')) {
    const end = part.indexOf('}');
    if (end >= 0) matches.push([text.length, text.length + end]);
    text += part.replace('}', '');
  }
  const shown = plainSnippet({ text, matches });
  return shown.matches.reduceRight(
    (rest, [start, end]) => `${rest.slice(0, start)}{${rest.slice(start, end)}}${rest.slice(end)}`,
    shown.text,
  );
}

describe('plainSnippet', () => {
  it('leaves plain words unchanged', () => {
    expect(plain('The {clock} was wrong: 2 * 3 * 4, snake_case, a < b.')).toBe(
      'The {clock} was wrong: 2 * 3 * 4, snake_case, a < b.',
    );
  });

  it('removes inline marks, and keeps the matches', () => {
    expect(plain('**The {clock}** was _so_ ~~very~~ `wr{on}g`')).toBe(
      'The {clock} was so very wr{on}g',
    );
    expect(plain('a **{bold} claim** and {more}')).toBe('a {bold} claim and {more}');
    // One match may reach over the end of a mark.
    expect(plain('**{two** words} here')).toBe('{two words} here');
  });

  it('removes block marks', () => {
    expect(
      plain('# {Plan}\n\n- [x] one `a_b`\n- **two**: {three}\n\n> quoted\n\n---\n\nend &amp; out'),
    ).toBe('{Plan} one a_b two: {three} quoted end & out');
    expect(plain('| a | {b} |\n|---|---|\n| 1 | 2 |')).toBe('a | {b} 1 | 2');
    expect(plain('Run\n\n```ts\nconst {x} = __dirname;\n```\n\nthen')).toBe(
      'Run const {x} = __dirname; then',
    );
  });

  it('shows the target of a link only if the search matched it', () => {
    expect(plain('see [the {docs}](https://example.com/a) and ![a cat](cat.png)')).toBe(
      'see the {docs} and a cat',
    );
    expect(plain('see [the docs](https://{example}.com/a) now')).toBe(
      'see the docs https://{example}.com/a now',
    );
    expect(plain('see [the {docs}](https://example.com/{docs}) now')).toBe('see the {docs} now');
    expect(plain('at https://{example}.com/a_b_c')).toBe('at https://{example}.com/a_b_c');
  });

  it('removes what is left of a mark that was cut in two', () => {
    expect(plain('…half** bold and {whole} **half…')).toBe('…half bold and {whole} half…');
    expect(plain('…code` here, {there} `co…')).toBe('…code here, {there} co…');
    expect(plain('…text](https://example.com) with {a} [link](https://exa…')).toBe(
      '…text with {a} link…',
    );
    expect(plain('…a = __b__ * {c};\n```\n\nThat **is** it')).toBe('… a = __b__ * {c}; That is it');
  });

  it('never loses a match, whatever the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'word',
        '{hit}',
        ' ',
        '\n',
        '\n\n',
        '*',
        '**',
        '_',
        '`',
        '```',
        '[',
        '](',
        ')',
        '<',
        '>',
        '# ',
        '- ',
        '|',
        '\\',
        '…',
        '&amp;',
        '[a]: ',
        '|---|',
        '    ',
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const shown = plain(parts.join(''));
        expect(shown.includes('{hit}')).toBe(parts.includes('{hit}'));
      }),
      { numRuns: 2_000 },
    );
  });
});
