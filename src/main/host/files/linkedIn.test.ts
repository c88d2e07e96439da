import { expect, it } from 'vitest';
import { linkedIn } from './linkedIn';

it('leads links into the project to the same file of the copy, and leaves others', () => {
  const link = (uri: string) => ({ type: 'link', uri, name: 'a.ts' }) as const;
  const content = [
    { type: 'text', text: 'see file:///work/app/a.ts' },
    link('file:///work/app/src/a%20b.ts'),
    link('file:///work/application/a.ts'),
  ] as const;
  expect(linkedIn(content, '/work/app', '/copies/one')).toEqual([
    content[0],
    link('file:///copies/one/src/a%20b.ts'),
    content[2],
  ]);
});
