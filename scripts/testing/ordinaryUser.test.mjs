import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canRead, ordinaryUser, userIn } from './ordinaryUser.mjs';

it('finds a user by the exact name', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\nnobody2:x:7:8::/:\nnobody:x:65534:65533::/:\n';
  expect(userIn(passwd, 'nobody')).toEqual({ name: 'nobody', uid: 65534, gid: 65533 });
  expect(userIn(passwd, 'someone')).toBeUndefined();
});

describe.runIf(process.platform === 'linux')('canRead', () => {
  const user = ordinaryUser() ?? { uid: process.getuid?.(), gid: process.getgid?.() };
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'airlock-test-'));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner/file'), '');
    symlinkSync('/no/such/file', join(folder, 'link'));
  });

  afterEach(() => {
    chmodSync(join(folder, 'inner'), 0o755);
    rmSync(folder, { recursive: true });
  });

  it('is true where everything is readable', () => {
    expect(canRead(user, [folder])).toBe(true);
  });

  it('is false for an unreadable file, an unreadable folder and whatever is in it', () => {
    chmodSync(join(folder, 'inner/file'), 0o000);
    expect(canRead(user, [folder])).toBe(false);
    chmodSync(join(folder, 'inner/file'), 0o644);
    chmodSync(join(folder, 'inner'), 0o000);
    expect(canRead(user, [folder])).toBe(false);
    expect(canRead(user, [join(folder, 'inner/file')])).toBe(false);
  });

  it('is false for what does not exist', () => {
    expect(canRead(user, [join(folder, 'nothing')])).toBe(false);
  });
});
