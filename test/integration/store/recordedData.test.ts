import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { migrateData, readDataVersion, whyNotOurs } from '#main/app/data/dataVersion';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { TestEngine, unwrap } from '#test/support/testEngine';

/**
 * What each released version left in its data folder, as far as it is not the browser's: folders, and
 * archives of those in which git keeps something.
 */
const recorded = fileURLToPath(new URL('../../fixtures/data', import.meta.url));

/** A recorded data folder in `data` of a user's home, with every path in it as if it had been recorded there. */
function place(name: string, home: TemporaryFolder): string {
  const folder = home.folder('data');
  const source = join(recorded, name);
  if (name.endsWith('.tar.gz')) execFileSync('tar', ['-xzf', source, '-C', folder]);
  else cpSync(source, folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/(?:\.json|\.ndjson|\/alternates)$/.test(entry)) continue;
    const file = join(folder, entry);
    const text = readFileSync(file, 'utf8')
      .replaceAll('/home/tester/.config/airlock', folder)
      .replaceAll('/home/tester', home.path);
    writeFileSync(file, text);
  }
  return folder;
}

describe.each(readdirSync(recorded))('the recorded data folder %s', (name) => {
  it('is brought up to this version, with its sessions whole', async () => {
    using home = new TemporaryFolder('airlock-recorded');
    const folder = place(name, home);
    expect(whyNotOurs(folder)).toBeNull();
    await migrateData(folder, '99.0.0');
    expect(readDataVersion(folder)?.app).toBe('99.0.0');
    const test = await TestEngine.start(join(folder, 'data'), {});
    const { host, files } = test.engine;
    const found = host.list();
    expect(found.map(({ title, turnCount }) => ({ title, turnCount }))).toContainEqual({
      title: 'Replace Notes with Words in notes.md',
      turnCount: 1,
    });
    for (const { id } of found) expect((await host.open(id)).ok).toBe(true);
    expect(files.list()).toEqual([]);
    await test.stop();
  });
});

it('continues a review that an earlier version left half done', async () => {
  using home = new TemporaryFolder('airlock-recorded');
  const folder = place('0.1.0-half-reviewed.tar.gz', home);
  home.write('project/notes.md', '# Words\n\nSome Notes.\n');
  home.write('project/todo.md', 'Buy milk\n');
  await migrateData(folder, '99.0.0');
  const test = await TestEngine.start(join(folder, 'data'), {}, { workplaces: undefined });
  const session = test.engine.host.list().find(({ title }) => title.startsWith('Replace'));
  if (session === undefined) throw new Error('The session is gone.');
  unwrap(await test.engine.host.open(session.id));
  const [view] = unwrap(await test.changes.list(session.id)).changes;
  expect(view?.hunks.map(({ outcome }) => outcome.state)).toEqual(['accepted', 'pending']);
  const open = view?.hunks[1];
  if (view === undefined || open === undefined) throw new Error('The hunk is gone.');
  const verdict = { hunkId: open.hunk.id, verdict: 'accept' as const };
  unwrap(
    await test.changes.decide(session.id, [{ changeId: view.change.changeId, hunks: [verdict] }]),
  );
  expect(home.read('project/notes.md')).toBe('# Words\n\nSome Words.\n');
  await test.stop();
});
