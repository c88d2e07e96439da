import { expect, it } from 'vitest';
import { Failure } from '../setup/failure.mjs';
import { checkVersion, kindOf, notesOf } from './announcement.mjs';

it.each([
  ['airlock_0.1.0_amd64.deb', 'deb-x64'],
  ['airlock_0.1.0_arm64.deb', 'deb-arm64'],
  ['airlock-0.1.0-1.x86_64.rpm', 'rpm-x64'],
  ['airlock-0.1.0-1.aarch64.rpm', 'rpm-arm64'],
  ['airlock-0.1.0-linux-x64.tar.gz', 'tar.gz-x64'],
  ['airlock-0.1.0-mac-universal.zip', 'zip-universal'],
  ['airlock-0.1.0-win-x64.exe', 'nsis-x64'],
  ['airlock-0.1.0-source-maps-linux-x64.tar.gz', null],
  ['SHA256SUMS', null],
])('%s is %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind);
});

it('takes the part of a version from the changelog', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- New\n\n## 0.1.0\n\n- First\n';
  expect(notesOf(changelog, '0.1.0')).toBe('- First');
  expect(notesOf(changelog, '0.2.0')).toBe('- New');
});

it('finds the part by its heading, not by what a text mentions', () => {
  const changelog =
    '# Changelog\n\n## 10.1.0\n\n- Since 0.1.0\n\n## 0.1.0 (2026-01-01)\n\n- First\n';
  expect(notesOf(changelog, '0.1.0')).toBe('- First');
  expect(notesOf('## [0.1.0]\n\n- Linked\n', '0.1.0')).toBe('- Linked');
});

it('announces no version that apps cannot read or compare', () => {
  expect(checkVersion('1.10.0')).toBe('1.10.0');
  for (const version of ['1.10', '1.0.0-beta', 'v1.0.0', '', '1.0.0.0']) {
    expect(() => checkVersion(version), version).toThrow(Failure);
  }
});
