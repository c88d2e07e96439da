import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { GuardStore } from './guardStore';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function keptOne() {
  const folder = testFolder();
  const store = new GuardStore(folder.path);
  const { state } = await store.load();
  await store.keep(hashOf('old'), Buffer.from('old'));
  return { folder, store, state, blobs: folder.join('guarded') };
}

it('deletes contents that no record names, and leaves foreign files alone', async () => {
  const { store, state, blobs } = await keptOne();
  writeFileSync(join(blobs, `.${hashOf('cut')}.0123456789abcdef.tmp`), 'cu');
  writeFileSync(join(blobs, `${hashOf('old')}.withheld`), 'old');
  mkdirSync(join(blobs, hashOf('folder')));
  await store.save(state);
  expect(readdirSync(blobs).sort()).toEqual([hashOf('folder'), `${hashOf('old')}.withheld`].sort());
});

// I18.
it('gives out no content that was changed on the disk', async () => {
  const { store, blobs } = await keptOne();
  const version = { hash: hashOf('old'), mode: '100644', kept: true } as const;
  expect(await store.bytes(version)).toEqual(Buffer.from('old'));
  writeFileSync(join(blobs, hashOf('old')), 'odd');
  expect(await store.bytes(version)).toBeNull();
});

it('keeps the contents of a record that cannot be parsed', async () => {
  const { folder, store, blobs } = await keptOne();
  writeFileSync(folder.join('guarded.json'), 'no record');
  const { state, damage } = await store.load();
  expect(damage).toContain('guarded.json.unreadable');
  await store.keep(hashOf('new'), Buffer.from('new'));
  await store.save(state);
  const aside = readdirSync(folder.path).filter((name) => name.startsWith('guarded.unreadable'));
  expect(aside).toHaveLength(1);
  expect(readFileSync(folder.join(aside[0] ?? '', hashOf('old')), 'utf8')).toBe('old');
  expect(readdirSync(blobs)).toEqual([]);
});

it('keeps the contents of a record that was removed, and says so', async () => {
  const { folder, store } = await keptOne();
  rmSync(folder.join('guarded.json'));
  const { state, damage } = await store.load();
  expect(damage).toMatch(/missing.*guarded\.unreadable/);
  await store.save(state);
  const aside = readdirSync(folder.path).find((name) => name.startsWith('guarded.unreadable'));
  expect(readFileSync(folder.join(aside ?? '', hashOf('old')), 'utf8')).toBe('old');
});

it('changes nothing while the record cannot be read', async () => {
  const { folder, store } = await keptOne();
  renameSync(folder.join('guarded.json'), folder.join('away.json'));
  symlinkSync(folder.join('not-mounted'), folder.join('guarded.json'));
  await expect(store.load()).rejects.toThrow(/link/);
  expect(readdirSync(folder.path).sort()).toEqual(['away.json', 'guarded', 'guarded.json']);
  renameSync(folder.join('away.json'), folder.join('guarded.json'));
  expect((await store.load()).damage).toBe(null);
});
