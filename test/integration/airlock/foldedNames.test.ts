import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import {
  AirlockHarness,
  decideAll,
  openChange,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

// Projects on disks that take names for the same which the copy's disk tells apart, as on a memory stick.

const fold = (name: string) => name.normalize('NFC').toLowerCase();

/** Below this folder a file is found by any spelling of its name. */
function foldNames(root: string): void {
  const within = AnchoredFolder.within.bind(AnchoredFolder);
  const spy = vi.spyOn(AnchoredFolder, 'within');
  spy.mockImplementation((place, path, options, task) =>
    within(place, place === root ? spelled(root, path) : path, options, task),
  );
  onTestFinished(() => spy.mockRestore());
}

function spelled(root: string, path: string): string {
  const folder = dirname(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = readdirSync(join(root, folder)).find((entry) => fold(entry) === fold(name));
  return join(folder, found ?? name);
}

const pairs = [
  ['Readme.md', 'README.md'],
  ['cafe\u0301.md', 'caf\u00e9.md'],
] as const;

describe.each(pairs)('a file that an agent renames from %s to %s', (before, after) => {
  async function renamed(text: string) {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ [before]: 'one\ntwo\nthree\nfour\n' });
    const session = await harness.open(repository.path);
    renameSync(join(session.cwd, before), join(session.cwd, after));
    writeFileSync(join(session.cwd, after), text);
    value(await session.scan());
    foldNames(repository.path);
    const names = () => readdirSync(repository.path).filter((name) => name !== '.git');
    return { repository, session, names };
  }

  it('has the new name when it is accepted, and the old one when that is undone', async () => {
    const { repository, session, names } = await renamed('one\ntwo\nthree\nfour\n');
    const [accepted] = await decideAll(session, 'accept');
    if (!accepted) throw new Error('Nothing was decided.');
    expect(names()).toEqual([after]);
    expect(repository.read(after)).toBe('one\ntwo\nthree\nfour\n');
    value(await undo(session, accepted.decisionId));
    expect(names()).toEqual([before]);
    expect(repository.read(before)).toBe('one\ntwo\nthree\nfour\n');
  });

  it('is merged with what the user has changed in it', async () => {
    const { repository, session, names } = await renamed('one\ntwo\nthree\nagent\n');
    repository.write(before, 'user\ntwo\nthree\nfour\n');
    await session.changes.decide([verdictOn(openChange(session, after), 'accept')]);
    expect(names()).toEqual([after]);
    expect(repository.read(after)).toBe('user\ntwo\nthree\nagent\n');
  });
});
