import { describe, expect, it } from 'vitest';
import { describeExit, describeStartFailure } from './exitReason';

describe('describeExit', () => {
  it.each([
    [0, null, 'The agent exited with code 0.'],
    [1, null, 'The agent exited with code 1.'],
    [127, null, 'The agent exited with code 127 (a command that was not found).'],
    [143, null, 'The agent exited with code 143 (SIGTERM).'],
    [255, null, 'The agent exited with code 255.'],
    [0xc0000005, null, 'The agent exited with code 3221225477 (0xC0000005).'],
    [null, 'SIGKILL', 'The agent was killed by SIGKILL.'],
    [null, 'SIGTERM', 'The agent was ended by SIGTERM.'],
    [null, 'SIGSEGV', 'The agent crashed (SIGSEGV).'],
  ])('%s %s', (code, signal, words) => {
    expect(describeExit(code, signal)).toBe(words);
  });
});

describe('describeStartFailure', () => {
  it('names the command and where it was searched', () => {
    const searched = ['/usr/bin', '/opt/bin'];
    expect(describeStartFailure({ type: 'not-found', command: 'foo', searched })).toEqual({
      code: 'not-found',
      message: 'The agent could not be started: command not found: foo.',
      detail: 'Looked in:\n/usr/bin\n/opt/bin',
      reason: 'not-found',
    });
    expect(describeStartFailure({ type: 'not-found', command: 'foo', searched: [] }).detail).toBe(
      'PATH is empty.',
    );
  });

  it('distinguishes the other reasons', () => {
    const words = (failure: Parameters<typeof describeStartFailure>[0]) =>
      describeStartFailure(failure).message.replace('The agent could not be started: ', '');
    expect(words({ type: 'not-executable', file: '/a' })).toBe(
      'permission denied: /a is not executable.',
    );
    expect(words({ type: 'no-folder', folder: '/b' })).toBe('the folder /b does not exist.');
    expect(words({ type: 'no-interpreter', file: '/c' })).toBe(
      'the program that runs /c was not found.',
    );
    expect(words({ type: 'refused', message: 'EPERM' })).toBe('EPERM.');
    expect(describeStartFailure({ type: 'refused', message: 'EPERM' }).reason).toBe('refused');
    expect(words({ type: 'no-descriptors', message: 'EMFILE' })).toContain('file descriptors');
    expect(words({ type: 'no-namespace', message: 'Not now.' })).toContain(
      'Try again, or start it',
    );
  });
});
