import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from './build.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-test-'));
  mkdirSync(join(folder, 'src/main'), { recursive: true });
  writeFileSync(join(folder, 'src/main/index.ts'), 'one');
  writeFileSync(join(folder, 'package.json'), '{}');
});

afterEach(() => rmSync(folder, { recursive: true }));

function changes(change) {
  const before = fingerprintOf(folder);
  change();
  return fingerprintOf(folder) !== before;
}

describe('fingerprintOf', () => {
  it('depends on the contents of sources and settings', () => {
    expect(changes(() => writeFileSync(join(folder, 'src/main/index.ts'), 'two'))).toBe(true);
    expect(changes(() => writeFileSync(join(folder, 'tsconfig.web.json'), '{}'))).toBe(true);
  });

  it('depends on the names of files', () => {
    const [from, to] = ['index.ts', 'other.ts'].map((name) => join(folder, 'src/main', name));
    expect(changes(() => renameSync(from, to))).toBe(true);
  });

  it('ignores dates, tests and files the build does not read', () => {
    expect(changes(() => utimesSync(join(folder, 'package.json'), 1, 1))).toBe(false);
    expect(changes(() => writeFileSync(join(folder, 'src/main/index.test.ts'), 't'))).toBe(false);
    expect(changes(() => writeFileSync(join(folder, 'README.md'), '#'))).toBe(false);
  });
});
