import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandText, shellQuote } from './shellQuote';

describe('shellQuote', () => {
  it('leaves simple words unchanged', () => {
    expect(shellQuote(['npx', '@scope/agent', '--login=yes'])).toBe('npx @scope/agent --login=yes');
  });

  it.skipIf(process.platform === 'win32')('is parsed by a shell as the same words', () => {
    const word = fc.string({
      unit: fc.constantFrom(...' "\'$`\\;|&*?~#\n\tab-é🚀'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const script = `for word in ${shellQuote(words)}; do printf '%s\\0' "$word"; done`;
        const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
        expect(read.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 40, verbose: 1 },
    );
  });
});

describe('commandText', () => {
  it('shows the boundaries of the words', () => {
    expect(commandText({ command: 'git', args: ['commit', '-m', 'a b; rm x'] })).toBe(
      "git commit -m 'a b; rm x'",
    );
    expect(commandText({ command: 'rm', args: ['', '-rf /'] })).toBe("rm '' '-rf /'");
  });

  it('leaves a whole line unchanged', () => {
    expect(commandText({ command: 'ls | wc -l', args: [] })).toBe('ls | wc -l');
  });
});
