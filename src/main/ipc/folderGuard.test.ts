import { expect, it } from 'vitest';
import { plainFolder } from './folderGuard';

it.each([
  ['/home/ada/code/', '/home/ada/code'],
  ['/home/ada//code/../code/.', '/home/ada/code'],
  ['~/code/proj', '/home/ada/code/proj'],
  ['~', '/home/ada'],
  ['~ada/code', '~ada/code'],
  ['/', '/'],
  ['code', 'code'],
])('%s is %s', (path, plain) => {
  expect(plainFolder(path, '/home/ada')).toBe(plain);
});
