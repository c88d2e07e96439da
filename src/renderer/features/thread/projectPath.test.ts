import { expect, it } from 'vitest';
import { projectPath } from './projectPath';

it('shortens paths in a folder of the session, and no others', () => {
  const folders = ['/home/a/work/', '/home/a'];
  expect(projectPath('/home/a/work/src/x.ts', folders)).toBe('src/x.ts');
  expect(projectPath('/home/a/other.ts', folders)).toBe('other.ts');
  expect(projectPath('/home/abc/x.ts', folders)).toBe('/home/abc/x.ts');
  expect(projectPath('C:\\p\\x.ts', ['C:\\p'])).toBe('x.ts');
  expect(projectPath('x.ts', [''])).toBe('x.ts');
});
