import { expect, it } from 'vitest';
import type { PermissionAsk } from '#main/agents/connection';
import { FILE_READ_LIMIT } from '#main/host/limits';
import { fail, ok } from '#shared/errors';
import type { ToolContent } from '#shared/session/content';
import { withOldTexts } from './withOldTexts';

const asked: string[] = [];
const files: Readonly<Record<string, string>> = { '/work/a.ts': 'old\n' };
const read = async (path: string) => {
  asked.push(path);
  const text = files[path];
  return text === undefined ? fail('not-found', path) : ok(text);
};

const ask = (...content: readonly ToolContent[]): PermissionAsk => ({
  toolCallId: 'call',
  tool: { content },
  title: 'Write',
  options: [],
});
const diff = (path: string, before: string | null): ToolContent => ({
  type: 'diff',
  path,
  before,
  after: 'new\n',
});

it('reads the old text of a file that is there, and leaves new files new', async () => {
  const look = withOldTexts(ask(diff('/work/a.ts', null), diff('/work/b.ts', null)), '/work', read);
  expect(await look?.()).toEqual([diff('/work/a.ts', 'old\n'), diff('/work/b.ts', null)]);
});

it('looks at nothing that was told already, or that is elsewhere', () => {
  asked.length = 0;
  const elsewhere = [diff('/work/a.ts', ''), diff('/workshop/a.ts', null), diff('/etc/a', null)];
  expect(withOldTexts(ask(...elsewhere), '/work', read)).toBeNull();
  expect(withOldTexts(ask(), '/work', read)).toBeNull();
  expect(asked).toEqual([]);
});

it('holds no more of all files together than of one that agents read', async () => {
  const long = async () => ok('x'.repeat(FILE_READ_LIMIT * 0.6));
  const paths = ['/work/a', '/work/b', '/work/c'];
  const look = withOldTexts(ask(...paths.map((path) => diff(path, null))), '/work', long);
  const told = await look?.();
  expect(told?.map((part) => part.type === 'diff' && part.before !== null)).toEqual([
    true,
    false,
    false,
  ]);
});
