import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { nextValue } from '#main/base/emitter';
import type { Result } from '#shared/errors';
import {
  defaultSettings,
  type Settings,
  type SettingsPath,
  type SettingsUndo,
} from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';
import { propertyRuns } from '#test/support/propertyRuns';
import { SettingsStore } from './settings';
import { explainWrite } from './settingsFile';

let folder: string;
let path: string;
let logger: MemoryLogger;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-settings-'));
  path = join(folder, 'settings.json');
  logger = new MemoryLogger();
});
afterEach(() => rm(folder, { recursive: true }));

async function open(text?: string): Promise<SettingsStore> {
  if (text !== undefined) await writeFile(path, text);
  const store = await SettingsStore.open(path, logger);
  onTestFinished(() => store.dispose());
  return store;
}

const errorOf = (code: string) => Object.assign(new Error(code), { code });
const content = () => readFile(path, 'utf8');
const set = (store: SettingsStore, path: SettingsPath, value: unknown) =>
  store.update([{ path, value }]);
const undoOf = (updated: Result<SettingsUndo | null>): SettingsUndo =>
  updated.ok && updated.value !== null ? updated.value : expect.fail('nothing to undo');
const until = (store: SettingsStore, fits: (value: Settings) => boolean) =>
  nextValue(store.onDidChange, ({ value }) => fits(value));

describe('SettingsStore', () => {
  it('has defaults without a file, and makes none before the first update', async () => {
    const store = await open();
    expect(store.value).toEqual(defaultSettings);
    expect(store.problems).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    expect(await set(store, ['theme'], 'dark')).toMatchObject({ ok: true });
    expect(store.value.theme).toBe('dark');
    expect(await content()).toBe('{\n  "theme": "dark"\n}\n');
    expect(await readdir(folder)).toEqual(['settings.json']);
  });

  it('creates its folder', async () => {
    path = join(folder, 'new', 'deep', 'settings.json');
    const store = await open();
    expect(await set(store, ['theme'], 'light')).toMatchObject({ ok: true });
    expect(await content()).toContain('light');
  });

  it('keeps unknown keys, comments and layout through an update', async () => {
    const text = '{\n\t// mine\n\t"future": [1, 2,],\n\t"theme": "dark", // night\n}\n';
    const store = await open(text);
    await set(store, ['theme'], 'light');
    expect(await content()).toBe(text.replace('dark', 'light'));
  });

  it('writes several changes at once, and undoes them exactly', async () => {
    const text = `{
  "agents": {
    // For work.
    "a": { "command": "a", /* slow */ "args": ["--acp"], "color": "red" },
    "b": { "command": "b" }
  }
}
`;
    const store = await open(text);
    const seen: unknown[] = [];
    store.onDidChange(({ value }) => seen.push(value.agents));
    const updated = await store.update([
      { path: ['agents', 'a', 'args'] },
      { path: ['agents', 'a', 'env'], value: { TOKEN: 'x' } },
      { path: ['agents', 'b'] },
    ]);
    expect(seen).toEqual([{ a: { command: 'a', env: { TOKEN: 'x' } } }]);
    expect(await store.undo(undoOf(updated))).toMatchObject({ ok: true });
    expect(await content()).toBe(text);
    expect(store.value.agents.b).toEqual({ command: 'b' });
    expect(await store.undo(undoOf(updated))).toMatchObject({ error: { code: 'not-found' } });
  });

  it('undoes only its own change when others came after it', async () => {
    const store = await open('{"agents": {"a": {"command": "a", "color": "red"}}}');
    const removed = await store.update([{ path: ['agents', 'a'] }]);
    await writeFile(path, '{\n  "agents": {}, // none\n  "theme": "dark"\n}\n');
    expect(await store.undo(undoOf(removed))).toMatchObject({ ok: true });
    expect(await content()).toMatch(/"color": "red"[\s\S]+\/\/ none\n {2}"theme": "dark"/);

    const themed = await set(store, ['theme'], 'light');
    await set(store, ['theme'], 'system');
    expect(await store.undo(undoOf(themed))).toMatchObject({ error: { code: 'conflict' } });
    expect(store.value.theme).toBe('system');
  });

  it('has nothing to undo where nothing was written', async () => {
    const store = await open('{"theme": "dark"}');
    expect(await set(store, ['theme'], 'dark')).toEqual({ ok: true, value: null });
    const both = [{ path: ['theme'], value: 'light' }, { path: ['future'] }];
    expect(await store.update(both)).toMatchObject({ ok: false });
    expect(await content()).toBe('{"theme": "dark"}');
  });

  it('keeps a byte order mark', async () => {
    const store = await open('\uFEFF{"theme": "dark"}');
    expect(store.value.theme).toBe('dark');
    await set(store, ['theme'], 'light');
    expect(await content()).toBe('\uFEFF{"theme": "light"}');
  });

  it('notifies listeners of each change once', async () => {
    const store = await open('{}');
    const themes: string[] = [];
    store.onDidChange(({ previous, value }) => themes.push(`${previous.theme}→${value.theme}`));
    await set(store, ['theme'], 'dark');
    await set(store, ['theme'], 'dark');
    await store.drain();
    expect(themes).toEqual(['system→dark']);
  });

  it('runs updates one after another', async () => {
    const store = await open();
    const commands = ['session.new', 'session.close', 'window.new'];
    const results = await Promise.all(
      commands.map((command) => set(store, ['keybindings', command], 'F1')),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(Object.keys(store.value.keybindings)).toEqual(commands);
  });

  it('applies an update on top of a manual edit that it has not noticed yet', async () => {
    const store = await open('{"theme": "dark"}');
    await writeFile(path, '{"theme": "light", "defaultAgent": "mine"}');
    await set(store, ['composer', 'enterSends'], false);
    expect(store.value).toMatchObject({
      theme: 'light',
      defaultAgent: 'mine',
      composer: { enterSends: false },
    });
  });

  it('refuses invalid values, and leaves the file alone', async () => {
    const store = await open('{}');
    const result = await set(store, ['theme'], 'pink');
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(await content()).toBe('{}');
  });

  it('reports that the file cannot be written', async () => {
    // Short enough for a file, too long for the temporary one beside it.
    path = join(folder, 'x'.repeat(250));
    const store = await open();
    const result = await set(store, ['theme'], 'dark');
    expect(result).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(store.value.theme).toBe('system');
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves a read-only file as it is, and says what to do', async () => {
    const store = await open('{"theme": "light"}');
    await chmod(path, 0o444);
    const result = await set(store, ['theme'], 'dark');
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('settings.json is read-only') },
    });
    expect(store.value.theme).toBe('light');
    expect(await content()).toBe('{"theme": "light"}');
    await chmod(path, 0o600);
    expect(await set(store, ['theme'], 'dark')).toMatchObject({ ok: true });
    expect(await content()).toBe('{"theme": "dark"}');
  });

  it('says so if the folder does not let it write', async () => {
    expect(explainWrite(path, errorOf('EACCES'))).toContain(`The folder ${folder} is read-only`);
    expect(explainWrite(path, errorOf('EROFS'))).toContain(`The folder ${folder} is read-only`);
    expect(explainWrite(path, errorOf('ENOSPC'))).toContain('The disk is full');
    expect(explainWrite(path, errorOf('EIO'))).toBe('settings.json could not be written.');
  });

  it('reports that its folder is not a folder', async () => {
    await writeFile(join(folder, 'file'), '');
    path = join(folder, 'file', 'settings.json');
    const store = await open();
    expect(store.problems).toMatchObject([{ line: 1, column: 1 }]);
    expect(await set(store, ['theme'], 'dark')).toMatchObject({ ok: false });
  });

  it('refuses updates once disposed', async () => {
    const store = await open();
    store.dispose();
    const result = await set(store, ['theme'], 'dark');
    expect(result).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    await store.drain();
  });
});

describe('a broken file', () => {
  const broken = '{\n  "theme": "dark"\n  "editor": {}\n}\n';
  const problem = { message: 'Comma expected', line: 3, column: 3 };

  it('is reported with line and column, and never written to', async () => {
    const store = await open(broken);
    expect(store.value).toEqual(defaultSettings);
    expect(store.problems).toEqual([problem]);
    expect(await set(store, ['theme'], 'light')).toEqual({
      ok: false,
      error: {
        code: 'refused',
        message:
          'settings.json cannot be changed while it has an error at line 3, column 3: Comma expected.',
      },
    });
    expect(await content()).toBe(broken);
    expect(logger.records).toMatchObject([{ level: 'warn', fields: { problems: [problem] } }]);
  });

  it('leaves the last valid values in force until it is fixed by hand', async () => {
    const store = await open('{"theme": "light"}');
    const broke = nextValue(store.onDidChange, ({ problems }) => problems.length > 0);
    await writeFile(path, broken);
    expect(await broke).toMatchObject({ value: { theme: 'light' }, problems: [problem] });
    expect(store.value.theme).toBe('light');

    const mended = until(store, ({ theme }) => theme === 'dark');
    await writeFile(path, broken.replace('"dark"', '"dark",'));
    expect(await mended).toMatchObject({ problems: [] });
    expect(await set(store, ['theme'], 'system')).toMatchObject({ ok: true });
  });

  it('may be binary', async () => {
    const bytes = Buffer.concat([Buffer.from('{\n "théme": "'), Buffer.from([0xff, 0xfe])]);
    await writeFile(path, bytes);
    const store = await open();
    expect(store.problems).toEqual([
      { message: 'The file is not UTF-8 text', line: 2, column: 12 },
    ]);
    expect(await set(store, ['theme'], 'dark')).toMatchObject({ ok: false });
    expect(await readFile(path)).toEqual(bytes);
  });

  it('may be far too large, or a folder', async () => {
    const store = await open(' '.repeat(1024 * 1024 + 1));
    expect(store.problems).toMatchObject([{ message: 'The file is larger than 1 MB' }]);
    await rm(path);
    await mkdir(path);
    await store.drain();
    expect(store.problems).toMatchObject([{ message: 'The file cannot be read. It is a folder.' }]);
    expect(await set(store, ['theme'], 'dark')).toMatchObject({ ok: false });
  });

  it('may be invalid in one key only', async () => {
    const store = await open('{\n  "theme": 5,\n  "defaultIsolation": "in-place"\n}');
    expect(store.value).toMatchObject({ theme: 'system', defaultIsolation: 'in-place' });
    expect(store.problems).toMatchObject([{ line: 2, column: 12, path: ['theme'] }]);
    expect(await set(store, ['composer', 'enterSends'], false)).toMatchObject({ ok: true });
    expect(await content()).toContain('"theme": 5');
  });
});

describe('manual edits', () => {
  it('are noticed when the file is written in place', async () => {
    const store = await open('{}');
    const changed = until(store, ({ theme }) => theme === 'dark');
    await writeFile(path, '{"theme": "dark"}');
    await changed;
  });

  it('are noticed when the file appears, and when it is deleted', async () => {
    const store = await open();
    const appeared = until(store, ({ theme }) => theme === 'dark');
    await writeFile(path, '{"theme": "dark"}');
    await appeared;
    const deleted = until(store, ({ theme }) => theme === 'system');
    await rm(path);
    await deleted;
    expect(store.value).toEqual(defaultSettings);
  });

  it('end with the last of two quick ones', async () => {
    const store = await open('{}');
    const changed = until(store, ({ transcript }) => transcript.fontSize === 20);
    await writeFile(path, '{"transcript": {"fontSize": 19}}');
    await writeFile(path, '{"transcript": {"fontSize": 20}}');
    await changed;
    await store.drain();
    expect(store.value.transcript.fontSize).toBe(20);
  });

  it('are noticed again and again when an editor saves by renaming', async () => {
    const store = await open('{}');
    for (const fontSize of [20, 21, 22]) {
      const changed = until(store, ({ transcript }) => transcript.fontSize === fontSize);
      const temporary = join(folder, 'settings.json~');
      await writeFile(temporary, JSON.stringify({ transcript: { fontSize } }));
      await rename(temporary, path);
      await changed;
    }
  });

  it('are noticed when an editor moves the old file away first', async () => {
    const store = await open('{"theme": "light"}');
    const seen: string[] = [];
    store.onDidChange(({ value }) => seen.push(value.theme));
    const changed = until(store, ({ theme }) => theme === 'dark');
    await rename(path, join(folder, 'settings.json.backup'));
    await writeFile(path, '{"theme": "dark"}');
    await changed;
    expect(seen.at(-1)).toBe('dark');
  });

  it.skipIf(process.platform === 'win32')(
    'are noticed behind a symbolic link, which is kept',
    async () => {
      const elsewhere = join(folder, 'dotfiles');
      const target = join(elsewhere, 'airlock.json');
      await mkdir(elsewhere);
      await writeFile(target, '{"theme": "light"}');
      await symlink(target, path);
      const store = await open();
      const changed = until(store, ({ theme }) => theme === 'dark');
      await writeFile(target, '{"theme": "dark"}');
      await changed;
      await set(store, ['theme'], 'system');
      expect((await lstat(path)).isSymbolicLink()).toBe(true);
      expect(await readFile(target, 'utf8')).toBe('{"theme": "system"}');
    },
  );

  it('of any kind never throw and never lose a byte of the file', async () => {
    const valid = `{
  // Mine.
  "theme": "dark", /* night */
  "agents": { "a": { "command": "a", "args": ["--acp"], "env": { "A": "b" } } },
  "terminal": { "fontSize": 12, "scrollback": 1e3 },
  "keybindings": { "x": null },
}`;
    const store = await open(valid);
    const piece = fc.oneof(
      fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '/', '/*', '//', '\\', '\n', '\r', '\0'),
      fc.constantFrom('null', '-', '1e9', '__proto__', '\uFEFF', '\uD800', 'é', '"a": {'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const offset = fc.nat({ max: valid.length });
    const mutation = fc.record({ start: offset, length: fc.nat({ max: 20 }), piece });
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(mutations, async (edits) => {
        const text = edits.reduce(
          (each, { start, length, piece: insert }) =>
            each.slice(0, start) + insert + each.slice(start + length),
          valid,
        );
        await writeFile(path, text);
        await store.drain();
        const problems = store.problems;
        const result = await set(store, ['theme'], 'light');
        if (!result.ok) expect(await content()).toBe(Buffer.from(text).toString());
        else expect(store.value.theme).toBe('light');
        for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
