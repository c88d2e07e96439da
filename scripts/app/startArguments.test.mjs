import { tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../setup/failure.mjs';
import { readStartArguments } from './startArguments.mjs';

const here = dirname(tmpdir());

describe('readStartArguments', () => {
  it('resolves a folder against the directory where npm was called', () => {
    const { appArguments } = readStartArguments([basename(tmpdir())], here);
    expect(appArguments).toEqual([tmpdir()]);
  });

  it('keeps its own option from the app and passes on the others', () => {
    const options = readStartArguments(['--exit-after-screenshot', '--lang=de'], here);
    expect(options).toEqual({ exitAfterScreenshot: true, appArguments: ['--lang=de'] });
  });

  it('refuses a folder that does not exist', () => {
    expect(() => readStartArguments(['no-such-folder'], here)).toThrow(Failure);
  });
});
