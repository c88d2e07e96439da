import { describe, expect, it } from 'vitest';
import { wantsTty } from './wantsTty';

function request(command: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  return {
    command,
    args,
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    cwd: null,
    outputByteLimit: null,
  };
}

describe('wantsTty', () => {
  it.each([
    ['npm', ['test']],
    ['git', ['log']],
    ['/bin/sh', ['-c', 'ls | head']],
    ['cargo test 2>&1', []],
    ['', []],
  ])('runs %s %j on pipes', (command, args) => {
    expect(wantsTty(request(command, args))).toBe(false);
  });

  it.each([
    ['vim', ['notes.md']],
    ['/usr/bin/less', ['notes.md']],
    ['bash', ['-lc', 'PAGER=cat exec top -b']],
    ['sudo apt install x', []],
  ])('gives %s %j a pty', (command, args) => {
    expect(wantsTty(request(command, args))).toBe(true);
  });

  it('follows the agent’s request for a terminal', () => {
    expect(wantsTty(request('npm', ['test'], { TERM: 'xterm-256color' }))).toBe(true);
    expect(wantsTty(request('vim', [], { TERM: 'dumb' }))).toBe(false);
  });
});
