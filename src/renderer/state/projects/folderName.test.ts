import { expect, it } from 'vitest';
import { folderName } from './folderName';

it.each([
  ['/home/ada/engine', 'engine'],
  ['/home/ada/engine/', 'engine'],
  ['C:\\work\\engine', 'engine'],
  ['/', '/'],
])('names %s', (path, name) => expect(folderName(path)).toBe(name));
