import { expect, it } from 'vitest';
import { Failure } from './failure.mjs';
import { excerpt, run, runQuietly } from './processes.mjs';

// Vitest runs inside Electron, which only works as a Node while its environment says so.
const script = (code) => ['-e', code];

it('collects what a program prints and how it ends', async () => {
  const code = 'console.log("out"); console.error("err"); process.exitCode = 3';
  const result = await run(process.execPath, script(code), { collect: true });
  expect(result).toMatchObject({ code: 3, timedOut: false });
  expect(result.output).toContain('out\n');
  expect(result.output).toContain('err\n');
});

it('ends a program that takes too long', async () => {
  const code = 'setInterval(() => {}, 1000)';
  const result = await run(process.execPath, script(code), { collect: true, timeLimit: 50 });
  expect(result).toMatchObject({ signal: 'SIGKILL', timedOut: true });
});

it('reports a failing program with what it printed', async () => {
  const failing = runQuietly(process.execPath, script('console.log("why"); process.exit(1)'), {
    failure: 'It broke',
    next: 'mend it.',
  });
  await expect(failing).rejects.toThrow(/^It broke:\n\nwhy\n$/);
  await expect(failing).rejects.toMatchObject({ next: 'mend it.' });
});

it('reports a missing program', async () => {
  await expect(run('airlock-has-no-such-program', [])).rejects.toThrow(Failure);
});

it('keeps the beginning and the end of long output', () => {
  expect(excerpt('a\nb\nc\nd\ne\n', 2)).toBe('a\nb\n…\nd\ne');
  expect(excerpt('a\nb\n', 1)).toBe('a\nb');
});
