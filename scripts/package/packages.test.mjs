import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Failure } from '../setup/failure.mjs';
import { packageArchitectures, readPackageArguments } from './arguments.mjs';
import { nodeVersion } from './bundledNode.mjs';
import { controlFile } from './deb.mjs';
import { manualPage } from './linuxTree.mjs';
import { specFile } from './rpm.mjs';
import { completeBill } from './sbom.mjs';
import { repeatedFiles, sizesByPart } from './sizes.mjs';
import { sourceDate } from './sourceDate.mjs';

describe('the arguments of npm run package', () => {
  it('name formats, or none for all that can be made', () => {
    expect(readPackageArguments([], {}).formats).toBeNull();
    expect(readPackageArguments(['deb', '--keep-work'], {})).toEqual({
      formats: ['deb'],
      output: 'dist',
      keepsWork: true,
      updates: null,
    });
    expect(readPackageArguments(['--output=/tmp/other'], {}).output).toBe('/tmp/other');
    expect(() => readPackageArguments(['snap'], {})).toThrow(Failure);
  });

  it('take the address of updates only with its key', () => {
    const url = 'https://example.com/updates.json';
    expect(() => readPackageArguments([], { AIRLOCK_UPDATE_URL: url })).toThrow(Failure);
    const both = { AIRLOCK_UPDATE_URL: url, AIRLOCK_UPDATE_KEY: 'key' };
    expect(readPackageArguments([], both).updates).toEqual({ url, publicKey: 'key' });
  });
});

it('makes one app for both processors of a Mac', () => {
  expect(packageArchitectures('darwin', 'arm64')).toEqual(['x64', 'arm64']);
  expect(packageArchitectures('linux', 'arm64')).toEqual(['arm64']);
});

it('recommends what sealed sessions need, and says what is unfit to ship', () => {
  const facts = { version: '1.2.3', arch: 'x64', size: 2048 };
  const official = controlFile({ ...facts, isOfficial: true });
  expect(official).toContain('\nRecommends: bubblewrap, git\n');
  expect(official).toContain('\nInstalled-Size: 2\n');
  // No library that Chromium links against brings this one.
  expect(official).toMatch(/^Depends: .*\blibx11-xcb1\b/m);
  expect(official).not.toContain('Unfit to ship');
  expect(controlFile({ ...facts, isOfficial: false })).toContain('\n Unfit to ship');
});

it('asks for libraries in an rpm by names that all systems with rpm share', () => {
  const scripts = ['#!/bin/sh\necho after\n', '#!/bin/sh\n', '#!/bin/sh\n'];
  const spec = specFile({ version: '1.2.3', isOfficial: true, scripts });
  expect(spec).toMatch(/^Requires: libgtk-3\.so\.0\(\)\(64bit\), .*, xdg-utils$/m);
  expect(spec).toContain('\nRecommends: bubblewrap, git\n');
  expect(spec).toContain('%post\necho after\n');
});

it('dates the manual page by the source', () => {
  const page = manualPage('@DATE@ @VERSION@', '1.2.3', 86_400);
  expect(gunzipSync(page).toString()).toBe('1970-01-02 1.2.3');
});

it('takes the date from SOURCE_DATE_EPOCH, which must be a number', async () => {
  expect(await sourceDate({ SOURCE_DATE_EPOCH: '7' })).toBe(7);
  await expect(sourceDate({ SOURCE_DATE_EPOCH: 'today' })).rejects.toThrow(Failure);
});

it('counts each file of the app to one part', () => {
  const files = ['airlock', 'resources/app.asar', 'resources/programs/node'].map((path) => ({
    path,
    size: 10,
  }));
  const sizes = Object.fromEntries(sizesByPart(files));
  expect(sizes).toMatchObject({ Electron: 10, 'our code': 10, Node: 10 });
});

it('finds files that are there twice, whatever they are called', () => {
  const file = (path, hash, size = 5_000) => ({ path, hash, size });
  expect(repeatedFiles([file('a', '1'), file('b', '2'), file('app.asar/c', '1')])).toEqual([
    ['a', 'app.asar/c'],
  ]);
  expect(repeatedFiles([file('a', '1', 10), file('b', '1', 10)])).toEqual([]);
});

it('names the Electron and the Node that are inside, and nothing that differs between runs', () => {
  const bill = completeBill(
    {
      serialNumber: 'x',
      metadata: { timestamp: 'now', component: { 'bom-ref': 'airlock@1.2.3', name: 'folder' } },
      components: [{ 'bom-ref': 'electron@45.0.0' }, { 'bom-ref': 'react@19.0.0' }],
      dependencies: [
        { ref: 'airlock@1.2.3', dependsOn: ['electron@45.0.0', 'react@19.0.0'] },
        { ref: 'electron@45.0.0', dependsOn: [] },
      ],
    },
    { electron: { version: '42.0.0' }, date: 0 },
  );
  expect(bill.serialNumber).toBeUndefined();
  expect(bill.metadata).toMatchObject({
    timestamp: '1970-01-01T00:00:00.000Z',
    component: { name: 'airlock' },
  });
  const inside = ['react@19.0.0', 'electron@42.0.0', `node@${nodeVersion}`];
  expect(bill.components.map((one) => one['bom-ref'])).toEqual(inside);
  expect(bill.dependencies[0].dependsOn).toEqual(inside);
});
