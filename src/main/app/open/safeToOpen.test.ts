import { describe, expect, it } from 'vitest';
import { isSafeToOpen } from './safeToOpen';

const file = (mode = 0o644) => ({ isFile: () => true, mode });

describe('isSafeToOpen', () => {
  it.each(['notes.md', 'a.ts', 'Makefile', 'photo.PNG', 'dir/.gitignore', 'a.b.json', 'LICENSE'])(
    'lets the system open %s',
    (path) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const) {
        expect(isSafeToOpen(path, file(), platform)).toBe(true);
      }
    },
  );

  it.each([
    ...['a.js', 'a.py', 'a.msc', 'a.chm', 'a.exe', 'a.JS', 'a.pyw', 'a.rb', 'a.sh', 'a.ps1'],
    ...['a.wsf', 'a.hta', 'a.lnk', 'a.url', 'a.jar', 'a.scf', 'a.settingcontent-ms', 'a.xll'],
    ...['a.html', 'a.svg', 'a.pdf', 'a.docm', 'a.iso', 'a.vhd', 'a.library-ms', 'a.theme'],
    ...['Evil.DESKTOP', 'a.command', 'a.webloc', 'a.app', 'a.AppImage', 'a.terminal', 'a.php'],
    ...[
      'program',
      'a.txt.exe',
      'a.exe.',
      'a.exe ',
      'a.txt ',
      'a.txt:b.exe',
      'a.unknown',
      '.bashrc',
    ],
  ])('shows %j in its folder instead', (path) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(isSafeToOpen(path, file(), platform)).toBe(false);
    }
  });

  it('checks the file mode where there is one, and refuses folders', () => {
    expect(isSafeToOpen('tool.txt', file(0o755), 'linux')).toBe(false);
    expect(isSafeToOpen('tool.txt', file(0o755), 'win32')).toBe(true);
    expect(isSafeToOpen('a.txt', { isFile: () => false, mode: 0o644 }, 'linux')).toBe(false);
  });
});
