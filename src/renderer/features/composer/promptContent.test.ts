import { describe, expect, it } from 'vitest';
import { type Draft, emptyPromptDraft } from './draft/draft';
import { fileUri, mentionedIn, promptContent } from './promptContent';

const draft = (fields: Partial<Draft>): Draft => ({ ...emptyPromptDraft, ...fields });

describe('promptContent', () => {
  it('sends the text, then the mentioned files, then the attachments', () => {
    const content = promptContent(
      draft({
        text: ' look at @src/a.ts \n',
        mentions: ['src/a.ts', 'gone.ts'],
        attachments: [
          { kind: 'image', id: '1', name: 'x.png', mimeType: 'image/png', data: 'AAAA' },
          {
            kind: 'text',
            id: '2',
            name: 'n.txt',
            mimeType: 'text/plain',
            text: 'notes',
            path: null,
          },
          { kind: 'file', id: '3', name: 'core.dump', path: '/tmp/core.dump' },
        ],
      }),
      '/work/my project',
      { image: true, embeddedContext: true },
    );
    expect(content).toEqual([
      { type: 'text', text: 'look at @src/a.ts' },
      { type: 'link', uri: 'file:///work/my%20project/src/a.ts', name: 'src/a.ts' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', uri: 'attachment:///n.txt', mimeType: 'text/plain', text: 'notes' },
      { type: 'link', uri: 'file:///tmp/core.dump', name: 'core.dump' },
    ]);
  });

  it('sends a file as text to agents that support no files', () => {
    const attachment = {
      kind: 'text',
      id: '1',
      name: 'n.md',
      mimeType: 'text/markdown',
      path: null,
    } as const;
    const content = promptContent(
      draft({ attachments: [{ ...attachment, text: 'a\n```\nb\n```\n' }] }),
      '/p',
      {},
    );
    expect(content).toEqual([{ type: 'text', text: 'n.md:\n\n````\na\n```\nb\n```\n````' }]);
  });

  it('sends nothing for an empty prompt', () => {
    expect(promptContent(draft({ text: ' \n ' }), '/p', undefined)).toEqual([]);
  });
});

describe('mentionedIn', () => {
  it('distinguishes a path from the start of another', () => {
    const mentions = ['src/a', 'src/a.ts', 'b'];
    expect(mentionedIn(draft({ text: 'see @src/a.ts', mentions }))).toEqual(['src/a.ts']);
    expect(mentionedIn(draft({ text: '@b, then @src/a.', mentions }))).toEqual(['b', 'src/a']);
  });
});

it('converts paths to URLs on every system', () => {
  expect(fileUri('/p/', 'a b#.ts')).toBe('file:///p/a%20b%23.ts');
  expect(fileUri('C:\\p', 'x\\y.ts')).toBe('file:///C:/p/x/y.ts');
  expect(fileUri('/p', '/abs.ts')).toBe('file:///abs.ts');
});
