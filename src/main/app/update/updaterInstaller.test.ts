import { EventEmitter } from 'node:events';
import { CancellationToken } from 'electron-updater';
import { expect, it } from 'vitest';
import type { UpdateManifest } from './manifest';
import { announcedProvider, type UpdaterPort, updaterInstaller } from './updaterInstaller';

const file = { url: 'https://example.com/airlock-0.2.0-win-x64.exe', size: 10, sha512: 'hash' };
const manifest: UpdateManifest = {
  format: 1,
  version: '0.2.0',
  sequence: 1,
  notes: '',
  files: { 'nsis-x64': file },
};

/** Does what electron-updater does with a provider, without Electron. */
class PretendUpdater extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  disableDifferentialDownload = false;
  offered = '0.2.0';
  feed: unknown;
  failure: Error | null = null;

  setFeedURL(feed: unknown): void {
    this.feed = feed;
  }

  async checkForUpdates() {
    return { updateInfo: { version: this.offered } };
  }

  async downloadUpdate(token: CancellationToken): Promise<string[]> {
    this.emit('download-progress', { transferred: 5 });
    if (token.cancelled) throw new Error('cancelled');
    if (this.failure !== null) throw this.failure;
    return [];
  }

  quitAndInstall(): void {
    this.emit('quit');
  }
}

function installer(updater: PretendUpdater) {
  return updaterInstaller({
    kind: 'nsis-x64',
    load: async () => ({
      updater: updater as unknown as UpdaterPort,
      newCancellation: () => new CancellationToken(),
    }),
  });
}

it('has the updater download what was announced, and nothing by itself', async () => {
  const updater = new PretendUpdater();
  const progress: number[] = [];
  const { signal } = new AbortController();
  const onProgress = (bytes: number) => progress.push(bytes);
  const prepared = await installer(updater).prepare(manifest, { signal, onProgress });
  expect(prepared).toMatchObject({ ok: true, value: { type: 'app', endsApp: true } });
  expect(progress).toEqual([5]);
  expect(updater).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableDifferentialDownload: true,
    feed: { provider: 'custom' },
  });
  expect(updater.listenerCount('download-progress')).toBe(0);
});

it('says why it failed, or that it was cancelled', async () => {
  const updater = new PretendUpdater();
  updater.failure = new Error('sha512 checksum mismatch');
  const control = new AbortController();
  const work = { signal: control.signal, onProgress: () => undefined };
  expect(await installer(updater).prepare(manifest, work)).toMatchObject({
    ok: false,
    error: { message: 'The download failed: sha512 checksum mismatch.' },
  });
  const cancelled = installer(updater).prepare(manifest, {
    signal: control.signal,
    onProgress: () => control.abort(),
  });
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

it('refuses where the updater takes another version, or there is no file', async () => {
  const updater = new PretendUpdater();
  updater.offered = '0.1.0';
  const work = { signal: new AbortController().signal, onProgress: () => undefined };
  expect(await installer(updater).prepare(manifest, work)).toMatchObject({ ok: false });
  const none = { ...manifest, files: {} };
  expect(await installer(updater).prepare(none, work)).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
});

it('gives the updater the signed hash to check the download by', async () => {
  const Provider = announcedProvider('0.2.0', file);
  const provider = new (Provider as unknown as new () => ReturnType<typeof Object.create>)();
  const info = await provider.getLatestVersion();
  expect(info).toMatchObject({ version: '0.2.0', sha512: 'hash' });
  expect(provider.resolveFiles(info)).toEqual([{ url: new URL(file.url), info: file }]);
});
