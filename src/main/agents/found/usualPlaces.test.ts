import { expect, test } from 'vitest';
import { usualPlaces } from './usualPlaces';

const none = async () => [];

test('the folders of installers and version managers are looked in, the newest Node first', async () => {
  const list = async (folder: string) =>
    folder === '/home/ada/.nvm/versions/node' ? ['v8.1.0', 'v22.9.0', 'v20.1.0'] : [];
  const places = await usualPlaces({ variables: { HOME: '/home/ada' }, platform: 'linux', list });
  expect(places).toContain('/home/ada/.local/bin');
  expect(places).toContain('/home/ada/.claude/local');
  expect(places.filter((place) => place.includes('.nvm'))).toEqual([
    '/home/ada/.nvm/versions/node/v22.9.0/bin',
    '/home/ada/.nvm/versions/node/v20.1.0/bin',
    '/home/ada/.nvm/versions/node/v8.1.0/bin',
  ]);
});

test('folders that variables name are followed, unless they are relative', async () => {
  const variables = { HOME: '/home/ada', VOLTA_HOME: '/opt/volta', BUN_INSTALL: 'bun' };
  const places = await usualPlaces({ variables, platform: 'darwin', list: none });
  expect(places).toContain('/opt/volta/bin');
  expect(places).toContain('/home/ada/.bun/bin');
  expect(places.every((place) => place.startsWith('/'))).toBe(true);
});

test('without a home folder only those of the system are left', async () => {
  const places = await usualPlaces({ variables: {}, platform: 'linux', list: none });
  expect(places).toEqual(['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin']);
});

test('on Windows variables have no case', async () => {
  const variables = { AppData: 'C:\\Users\\Ada\\AppData\\Roaming' };
  const places = await usualPlaces({ variables, platform: 'win32', list: none });
  expect(places).toEqual(['C:\\Users\\Ada\\AppData\\Roaming\\npm']);
});
