import { describe, expect, it } from 'vitest';
import { MarkedOutput, parsePrintedEnvironment, printEnvironmentCommand } from './loginShell';

describe('printEnvironmentCommand', () => {
  const call =
    "/bin/sh -c 'printf %s MARK; /usr/bin/env -0 2>/dev/null || /usr/bin/env; printf %s MARK'";

  it.each([
    ['/bin/bash', ['-i', '-l', '-c', call]],
    ['/usr/bin/zsh', ['-i', '-l', '-c', call]],
    ['/opt/homebrew/bin/fish', ['-i', '-l', '-c', call]],
    ['/bin/tcsh', ['-ic', call]],
    ['/usr/bin/nu', ['-i', '-l', '-c', `^${call}`]],
    ['/usr/local/bin/pwsh', ['-Login', '-Command', `& ${call}`]],
  ])('%s', (shell, args) => {
    expect(printEnvironmentCommand(shell, 'MARK')).toEqual({ file: shell, args });
  });
});

describe('parsePrintedEnvironment', () => {
  it('reads what is between the marks, with noise and line breaks around', () => {
    const output = 'Welcome!\nA=noise\0MPATH=/bin\0B=two\nlines=x\0C=\0SHLVL=2\0_=/bin/env\0Mbye';
    expect(parsePrintedEnvironment(output, 'M')).toEqual({
      PATH: '/bin',
      B: 'two\nlines=x',
      C: '',
    });
  });

  it('works without NULs', () => {
    const output = 'MPATH=/bin\nFUNCTION=() { echo\n}\nLAST=1\nM';
    expect(parsePrintedEnvironment(output, 'M')).toEqual({
      PATH: '/bin',
      FUNCTION: '() { echo\n}',
      LAST: '1',
    });
  });

  it('gives nothing for an incomplete answer', () => {
    expect(parsePrintedEnvironment('', 'M')).toBeUndefined();
    expect(parsePrintedEnvironment('MPATH=/bin\0', 'M')).toBeUndefined();
    expect(parsePrintedEnvironment('MM', 'M')).toBeUndefined();
  });
});

describe('MarkedOutput', () => {
  it('knows when both marks have arrived, however they are split', () => {
    const bytes = Buffer.from('noise--markA=é\0--mark');
    for (let size = 1; size <= bytes.length; size++) {
      const output = new MarkedOutput('--mark');
      for (let start = 0; start < bytes.length; start += size) {
        expect(output.isWhole).toBe(false);
        output.add(bytes.subarray(start, start + size));
      }
      expect(output.isWhole).toBe(true);
      expect(output.environment()).toEqual({ A: 'é' });
    }
  });
});
