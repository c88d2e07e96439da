import { describe, expect, it } from 'vitest';
import { editorCall } from './editorCommand';

describe('editorCall', () => {
  it.each([
    ['code --goto', ['--goto', '/p/a b.ts:7'], 'code'],
    ['zed', ['/p/a b.ts:7'], 'zed'],
    ['/opt/zed/bin/zed --wait', ['--wait', '/p/a b.ts:7'], '/opt/zed/bin/zed'],
    ['gedit', ['/p/a b.ts'], 'gedit'],
    ['vim +{line} {file}', ['+7', '/p/a b.ts'], 'vim'],
    [
      `"C:\\Program Files\\Code\\code.exe" -g`,
      ['-g', '/p/a b.ts:7'],
      'C:\\Program Files\\Code\\code.exe',
    ],
    [`idea --line '{line}' "{file}"`, ['--line', '7', '/p/a b.ts'], 'idea'],
  ])('%s', (command, args, program) => {
    expect(editorCall(command, '/p/a b.ts', 7)).toEqual({ program, args });
  });

  it('omits the line where there is none', () => {
    expect(editorCall('code --goto', '/p/a', null)).toEqual({
      program: 'code',
      args: ['--goto', '/p/a'],
    });
  });

  it('has nothing to run for an empty command', () => {
    expect(editorCall('  ', '/p/a', 1)).toBeNull();
  });
});
