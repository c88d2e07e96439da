import { describe, expect, it } from 'vitest';
import { LINE_CHARACTERS, LINES_AT_ONCE, PATHS_PER_LINE } from './limits';
import { refusedPaths } from './refusedPaths';

const found = (text: string) => refusedPaths(text).map(({ path, access }) => `${access} ${path}`);

describe('paths that a text says were refused', () => {
  it.each([
    ['cat: /home/u/notes.txt: No such file or directory', 'read /home/u/notes.txt'],
    ["ls: cannot access '/home/u/my notes': No such file or directory", 'read /home/u/my notes'],
    ['bash: line 1: /opt/x: Permission denied', 'read /opt/x'],
    ["touch: cannot touch '/usr/x': Read-only file system", 'write /usr/x'],
    ['mkdir: cannot create directory ‘/etc/x’: Read-only file system', 'write /etc/x'],
    ['sh: 1: cannot create /srv/a/b.txt: Directory nonexistent', 'write /srv/a/b.txt'],
    ["Error: ENOENT: no such file or directory, open '/srv/a.json'", 'read /srv/a.json'],
    ["Error: EROFS: read-only file system, mkdir '/srv/a'", 'write /srv/a'],
    ["FileNotFoundError: [Errno 2] No such file or directory: '/srv/a'", 'read /srv/a'],
    ["PermissionError: [Errno 13] Permission denied: '/srv/a'", 'read /srv/a'],
    ['open /srv/a.yaml: no such file or directory', 'read /srv/a.yaml'],
    [
      'error: could not lock config file /home/u/.gitconfig: Read-only file system',
      'write /home/u/.gitconfig',
    ],
    ['could not read ~/.toolrc: No such file or directory', 'read ~/.toolrc'],
    ['Failed to open "file:///srv/a.txt": Permission denied (os error 13)', 'read /srv/a.txt'],
  ])('%s', (line, expected) => expect(found(line)).toEqual([expected]));

  it.each([
    'cat: notes.txt: No such file or directory',
    '/home/u/notes.txt is fine',
    'Permission denied (publickey).',
    'see https://example.org/a: no such file',
  ])('are none in: %s', (line) => expect(found(line)).toEqual([]));

  it('are bounded, and cost time in proportion to hostile text', () => {
    const many = Array.from({ length: 50 }, (_, index) => `/a/${index}`).join(' ');
    expect(found(`${many} Permission denied`)).toHaveLength(PATHS_PER_LINE);
    const lines = 'cat: /a/b: Permission denied\n'.repeat(LINES_AT_ONCE * 3);
    expect(found(lines)).toHaveLength(LINES_AT_ONCE);
    const long = `${'x'.repeat(LINE_CHARACTERS)} /a/b: Permission denied`;
    expect(found(long)).toEqual([]);
    for (const piece of ["'/", '/', ' /', '‘/', ': /']) {
      expect(found(`ENOENT ${piece.repeat(200_000)}`).length).toBeLessThanOrEqual(PATHS_PER_LINE);
    }
  });
});
