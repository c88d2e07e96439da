import { expect, it } from 'vitest';
import { ok } from '#shared/errors';
import type { Announcements } from './announcements';
import type { PreparedUpdate } from './installer';
import { Updates } from './updates';

const manifest = {
  format: 1,
  version: '0.2.0',
  sequence: 1,
  notes: '',
  files: { test: { url: 'https://example.com/a', size: 1, sha512: '' } },
} as const;

function updatesWith(prepared: PreparedUpdate): Updates {
  const announcements = { check: async () => ok(manifest), isSkipped: () => false };
  return new Updates({
    announcements: announcements as unknown as Announcements,
    installer: { kind: 'test', installedBy: 'app', prepare: async () => ok(prepared) },
    setting: () => 'notify',
    quitWhenIdle: () => undefined,
    quitNow: () => undefined,
    stay: () => undefined,
    showFile: () => undefined,
    tidy: async () => undefined,
    now: () => 0,
  });
}

it.each([true, false])('says while it installs whether that ends the app: %s', async (endsApp) => {
  const installed = Promise.withResolvers<void>();
  const discard = async () => undefined;
  const prepared = { type: 'app', endsApp, install: () => installed.promise, discard } as const;
  using updates = updatesWith(prepared);
  await updates.check();
  updates.answer('install');
  await new Promise((resolve) => setImmediate(resolve));
  expect(updates.state.type).toBe('waiting');
  expect(updates.endsApp).toBe(false);
  const finished = updates.finish();
  expect(updates.endsApp).toBe(endsApp);
  installed.resolve();
  await finished;
  expect(updates.endsApp).toBe(false);
});
