import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestClient, temporaryFolder } from '#test/demoAgent/testClient';

const project = {
  'a.txt': 'foo one\nbar\nfoo two\n',
  'src/b.ts': 'const foo = 1;\n',
  'src/c.ts': 'no match\n',
};

const read = (folder: string, name: string) => readFile(join(folder, name), 'utf8');

describe('find', () => {
  test('lists where the text is, with a search call that has the places', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, 'find foo');
    expect(said).toContain('**3 matches** of `foo` in 2 files');
    expect(said).toContain('| `a.txt:1` | `foo one` |');
    expect(said).toContain('| `src/b.ts:1` | `const foo = 1;` |');
    const [call] = client.toolCalls(sessionId);
    expect(call).toMatchObject({
      kind: 'search',
      status: 'completed',
      locations: [
        { path: join(folder, 'a.txt'), line: 1 },
        { path: join(folder, 'a.txt'), line: 3 },
        { path: join(folder, 'src/b.ts'), line: 1 },
      ],
    });
  });

  test('keeps to the files that are named', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    expect(await client.ask(sessionId, '/find foo in src/**/*.ts')).toContain(
      '**1 match** of `foo` in 1 file',
    );
    expect(await client.ask(sessionId, '/find foo in *.py')).toContain(
      'No file here matches `*.py`',
    );
  });

  test('says so when only the capitals differ', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, 'find FOO');
    expect(said).toContain(
      'I found no `FOO` in 3 files. In other capitalisation there are 3 matches',
    );
  });

  test('explains what is wrong with a regular expression', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    expect(await client.ask(sessionId, '/find /(foo/')).toContain(
      'That regular expression is not valid',
    );
    expect(await client.ask(sessionId, '/find /x*/')).toContain('matches the empty text');
    expect(client.toolCalls(sessionId).map((call) => call.status)).toEqual(['failed', 'failed']);
  });

  test('leaves out binary files, and links that lead out of the folder', async () => {
    const outside = await temporaryFolder({ 'secret.txt': 'foo\n' });
    const folder = await temporaryFolder({ ...project, 'picture.bin': 'foo\0foo' });
    await symlink(join(outside, 'secret.txt'), join(folder, 'link.txt'));
    await symlink(outside, join(folder, 'linked'));
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, 'find foo');
    expect(said).not.toContain('link');
    expect(said).toContain('I left out 1 file that I cannot read as text');
  });
});

describe('replace', () => {
  test('asks with the real diff, and writes what was allowed', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, 'replace foo with baz in a.txt');
    expect(await read(folder, 'a.txt')).toBe('baz one\nbar\nbaz two\n');
    expect(said).toContain('I replaced `foo` with `baz`: 2 places in 1 file. It was `a.txt`.');
    expect(client.permissions).toHaveLength(1);
    expect(client.permissions[0]?.toolCall).toMatchObject({
      kind: 'edit',
      status: 'pending',
      content: [
        {
          type: 'diff',
          path: join(folder, 'a.txt'),
          oldText: project['a.txt'],
          newText: 'baz one\nbar\nbaz two\n',
        },
      ],
      locations: [{ path: join(folder, 'a.txt'), line: 1 }],
    });
    expect(client.permissions[0]?.options.map((option) => option.name)).toEqual([
      'Allow once',
      'Always allow edits in this session',
      'Reject',
      'Always reject edits in this session',
    ]);
  });

  test('supports groups of a regular expression', async () => {
    const folder = await temporaryFolder({ 'x.ini': 'a=1\nb=1\n' });
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    await client.prompt(sessionId, '/replace /(\\w)=1/ -> $1=2 in *.ini');
    expect(await read(folder, 'x.ini')).toBe('a=2\nb=2\n');
  });

  test('makes a plan with an entry for each file, and keeps it up to date', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    await client.prompt(sessionId, 'replace foo with baz');
    const plans = client
      .updates(sessionId)
      .flatMap((update) => (update.sessionUpdate === 'plan' ? [update.entries] : []));
    expect(plans[0]?.map((entry) => [entry.content, entry.status])).toEqual([
      ['Change a.txt', 'in_progress'],
      ['Change src/b.ts', 'pending'],
    ]);
    expect(plans.at(-1)?.map((entry) => entry.status)).toEqual(['completed', 'completed']);
    expect(client.permissions).toEqual([]);
  });

  test('changes nothing when it is rejected, and continues with the next file', async () => {
    const folder = await temporaryFolder(project);
    const answers = ['reject_once', 'allow_once'];
    const client = await TestClient.start({ permission: () => answers.shift() ?? 'reject_once' });
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, 'replace foo with baz');
    expect(await read(folder, 'a.txt')).toBe(project['a.txt']);
    expect(await read(folder, 'src/b.ts')).toBe('const baz = 1;\n');
    expect(said).toContain('| `a.txt` | 2 | rejected |');
    expect(client.toolCalls(sessionId).map((call) => [call.kind, call.status])).toEqual([
      ['search', 'completed'],
      ['edit', 'failed'],
      ['edit', 'completed'],
    ]);
  });

  test('remembers an answer with "always" for the session', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start({ permission: () => 'allow_always' });
    const { sessionId } = await client.newSession(folder);
    await client.prompt(sessionId, 'replace foo with baz');
    await client.prompt(sessionId, 'replace baz with qux');
    expect(client.permissions).toHaveLength(1);
    const { sessionId: other } = await client.newSession(folder);
    await client.prompt(other, 'replace qux with foo in a.txt');
    expect(client.permissions).toHaveLength(2);
  });

  test('in plan mode shows the diff as text and changes nothing', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start({
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
    });
    const sessionId = await client.newSessionIn('plan', folder);
    const said = await client.ask(sessionId, 'replace foo with baz in a.txt');
    expect(said).toContain(
      '```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-foo one\n+baz one\n bar\n-foo two\n+baz two\n```',
    );
    expect(await read(folder, 'a.txt')).toBe(project['a.txt']);
    expect(client.writes).toEqual([]);
    expect(client.permissions).toEqual([]);
    expect(client.toolCalls(sessionId).map((call) => call.kind)).toEqual(['search', 'think']);
  });
});

describe('rename, create and delete', () => {
  test.each(['ask', 'auto'] as const)('rename in %s mode', async (mode) => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn(mode, folder);
    await client.prompt(sessionId, 'rename a.txt to docs/new.txt');
    expect(await read(folder, 'docs/new.txt')).toBe(project['a.txt']);
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
    expect(client.permissions).toHaveLength(mode === 'ask' ? 1 : 0);
    expect(client.toolCalls(sessionId)).toMatchObject([{ kind: 'move', status: 'completed' }]);
  });

  test.each(['ask', 'auto'] as const)('create in %s mode', async (mode) => {
    const folder = await temporaryFolder();
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn(mode, folder);
    await client.prompt(sessionId, '/create deep/notes.md\n```\n# Notes\n```');
    expect(await read(folder, 'deep/notes.md')).toBe('# Notes\n');
    expect(client.permissions).toHaveLength(mode === 'ask' ? 1 : 0);
    expect(client.toolCalls(sessionId)).toMatchObject([
      {
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', oldText: null, newText: '# Notes\n' }],
      },
    ]);
  });

  test.each(['ask', 'auto'] as const)('delete in %s mode', async (mode) => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn(mode, folder);
    await client.prompt(sessionId, 'delete a.txt');
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
    expect(client.permissions).toHaveLength(mode === 'ask' ? 1 : 0);
    expect(client.toolCalls(sessionId)).toMatchObject([
      {
        kind: 'delete',
        status: 'completed',
        content: [{ type: 'diff', oldText: project['a.txt'], newText: '' }],
      },
    ]);
  });

  test('delete takes a glob', async () => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    expect(await client.ask(sessionId, '/delete src/*.ts')).toContain(
      'I deleted `src/b.ts`, `src/c.ts`.',
    );
    expect(existsSync(join(folder, 'a.txt'))).toBe(true);
  });

  test.each([
    ['rename a.txt to z.txt', 'I would rename `a.txt` to `z.txt`.'],
    ['create z.txt with hello', 'I would create `z.txt`'],
    ['delete a.txt', 'I would delete `a.txt`.'],
    ['run rm a.txt', 'I would run `rm a.txt`.'],
  ])('plan mode only says: %s', async (prompt, words) => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start({ capabilities: { terminal: true } });
    const sessionId = await client.newSessionIn('plan', folder);
    expect(await client.ask(sessionId, prompt)).toContain(words);
    expect(existsSync(join(folder, 'z.txt'))).toBe(false);
    expect(await read(folder, 'a.txt')).toBe(project['a.txt']);
    expect(client.terminals.all.size).toBe(0);
    expect(client.toolCalls(sessionId)).toMatchObject([{ kind: 'think', status: 'completed' }]);
  });

  test.each([
    ['rename a.txt to src/b.ts', '`src/b.ts` is already there'],
    ['rename nothing.txt to x.txt', 'There is no `nothing.txt` here.'],
    ['rename A.TXT to x.txt', 'Did you mean `a.txt`?'],
    ['create a.txt with hello', '`a.txt` is already there'],
    ['delete src', '`src` is a folder'],
    ['/delete *.py', 'No file here matches `*.py`'],
    ['/delete', 'Which file shall I delete?'],
    ['/read src', 'I cannot show `src`: it is not a file.'],
    ['/read ../x', 'outside the folders of this session'],
    ['/create /etc/airlock-test with x', 'outside the folders of this session'],
    ['/create .git/hooks/pre-commit with x', 'belongs to git itself'],
  ])('%s', async (prompt, words) => {
    const folder = await temporaryFolder(project);
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    expect(await client.ask(sessionId, prompt)).toContain(words);
    expect(await read(folder, 'a.txt')).toBe(project['a.txt']);
  });

  test('no action follows a link that leads out of the folder', async () => {
    const outside = await temporaryFolder({ 'secret.txt': 'secret\n' });
    const folder = await temporaryFolder(project);
    await symlink(outside, join(folder, 'out'));
    await symlink(join(outside, 'new.txt'), join(folder, 'dangling.txt'));
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    for (const prompt of [
      '/read out/secret.txt',
      '/delete out/secret.txt',
      '/create out/x.txt y',
      '/rename a.txt out/a.txt',
    ]) {
      expect(await client.ask(sessionId, prompt)).toContain('outside the folders of this session');
    }
    expect(await client.ask(sessionId, '/create dangling.txt y')).toContain(
      'a link that leads nowhere',
    );
    expect(await read(outside, 'secret.txt')).toBe('secret\n');
    expect(existsSync(join(outside, 'new.txt'))).toBe(false);
  });

  test('added folders can be used', async () => {
    const folder = await temporaryFolder(project);
    const added = await temporaryFolder({ 'd.txt': 'foo\n' });
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder, [added]);
    expect(await client.ask(sessionId, 'find foo')).toContain(`${added}/d.txt:1`);
    expect(await client.ask(sessionId, `/read ${join(added, 'd.txt')}`)).toContain('foo');
  });
});
