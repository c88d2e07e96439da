import { expect, it } from 'vitest';
import { ok } from '#shared/errors';
import { testFolder } from '#test/support/testFolder';
import { readForeignFile } from './foreignFile';

it('reads a text without the mark that some editors put before it', async () => {
  const path = testFolder().write('settings.json', '\uFEFF{ "a": 1 }');
  expect(await readForeignFile(path, 100)).toEqual(ok('{ "a": 1 }'));
});
