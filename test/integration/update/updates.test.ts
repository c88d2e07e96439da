import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Updates } from '#main/app/update/updates';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { signAnnouncement } from '../../../scripts/release/announcement.mjs';

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

const keys = newKeys();
const content = Buffer.from('a newer version'.repeat(10_000));

let folder: TemporaryFolder;
let server: Server;
let address = '';
let announced = '';
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  folder = new TemporaryFolder('airlock-updates');
  folder.folder('downloads');
  answer = (response) => response.end(content);
  server = createServer((request, response) => {
    if (request.url === '/updates.json') response.end(announced);
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  folder.dispose();
});

function announce(facts: { version: string; sequence?: number; key?: string }) {
  const { version, sequence = 1, key = keys.privateKey } = facts;
  const sha512 = createHash('sha512').update(content).digest('base64');
  const file = { url: `${address}airlock_${version}.deb`, size: content.length, sha512 };
  const manifest = { format: 1, version, sequence, notes: '- New', files: { 'deb-x64': file } };
  announced = signAnnouncement(manifest, key);
}

function updates(version = '0.1.0', target = folder.join('downloads')) {
  const instance = new Updates({
    version,
    url: `${address}updates.json`,
    publicKey: keys.publicKey,
    memory: folder.join('updates.json'),
    onProblem: () => undefined,
    fetch,
  });
  return { instance, download: () => instance.download('deb-x64', target) };
}

const refusal = (message: string) => ({
  ok: false,
  error: expect.objectContaining({ message: expect.stringContaining(message) }),
});

describe('looking for a newer version', () => {
  it('finds it with its notes, and downloads exactly what was announced', async () => {
    announce({ version: '0.2.0' });
    const { instance, download } = updates();
    expect(await instance.check()).toMatchObject({ ok: true, value: { notes: '- New' } });
    const path = folder.join('downloads/airlock_0.2.0.deb');
    expect(await download()).toEqual({ ok: true, value: path });
    expect(readFileSync(path)).toEqual(content);
    // Once that is installed, there is nothing newer.
    expect(await updates('0.2.0').instance.check()).toEqual({ ok: true, value: null });
  });

  it('refuses what is not signed by our key', async () => {
    announce({ version: '0.2.0', key: newKeys().privateKey });
    expect(await updates().instance.check()).toEqual(refusal('not signed by us'));
  });

  it('refuses what was changed after it was signed', async () => {
    announce({ version: '0.2.0' });
    const { signature } = JSON.parse(announced);
    announce({ version: '0.3.0' });
    announced = JSON.stringify({ ...JSON.parse(announced), signature });
    expect(await updates().instance.check()).toEqual(refusal('not signed by us'));
    announced = '{"signed":"e30=","signature":""}';
    expect(await updates().instance.check()).toEqual(refusal('not signed by us'));
    announced = 'x';
    expect(await updates().instance.check()).toEqual(refusal('cannot be read'));
  });

  it('refuses an older version', async () => {
    announce({ version: '0.1.9' });
    expect(await updates('0.2.0').instance.check()).toEqual(refusal('older than this version'));
  });

  it('refuses an old announcement that is played again, after a restart, too', async () => {
    announce({ version: '0.2.0', sequence: 4 });
    const old = announced;
    announce({ version: '0.3.0', sequence: 5 });
    await updates().instance.check();
    announced = old;
    expect(await updates().instance.check()).toEqual(refusal('older release than it did before'));
  });

  it('does not forget what was announced because its memory is damaged', async () => {
    announce({ version: '0.2.0' });
    folder.write('updates.json', '{');
    expect(await updates().instance.check()).toEqual(refusal('cannot be read from'));
    expect(folder.read('updates.json')).toBe('{');
  });

  it('says that the server cannot be reached', async () => {
    const { instance } = updates();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await instance.check()).toEqual(refusal('could not be looked for'));
  });
});

describe('a download', () => {
  async function downloadFails(message: string): Promise<void> {
    announce({ version: '0.2.0' });
    const { instance, download } = updates();
    await instance.check();
    expect(await download()).toEqual(refusal(message));
    expect(readdirSync(folder.join('downloads'))).toEqual([]);
  }

  it('that is cut off leaves nothing', async () => {
    answer = (response) => {
      response.setHeader('content-length', content.length);
      response.write(content.subarray(0, 1_000), () => response.destroy());
    };
    await downloadFails('The download failed');
  });

  it('that ends too early leaves nothing', async () => {
    answer = (response) => response.end(content.subarray(0, 1_000));
    await downloadFails('ended at 1000 of');
  });

  it('with other content of the same size leaves nothing', async () => {
    answer = (response) => response.end(Buffer.alloc(content.length));
    await downloadFails('not the announced file');
  });

  it('that does not end is cut at its size', async () => {
    answer = (response) => response.end(Buffer.concat([content, content]));
    await downloadFails('larger than announced');
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full', async () => {
    // What is written to this device fails as on a full disk.
    symlinkSync('/dev/full', folder.join('downloads/airlock_0.2.0.deb.partial'));
    await downloadFails('the disk is full');
  });
});
