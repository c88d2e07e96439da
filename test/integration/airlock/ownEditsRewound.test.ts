import { existsSync, readFileSync, renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decideAll, type Files, openChanges, treeOf, value } from '#test/support/airlockHarness';
import { rejectAll, startInPlace, turn } from '#test/support/inPlaceSession';

// Shows I17 for rewinding.

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

function start(files: Files = { 'a.txt': TEXT, 'b.txt': 'b\n' }) {
  return startInPlace(files);
}

describe('rewinding to a point after the agent moved a file', () => {
  it('keeps what the user wrote in the moved file', async () => {
    const { repository, session } = await start();
    await turn(session, () => renameSync(repository.join('a.txt'), repository.join('m.txt')));
    const second = await turn(session, () => undefined);
    repository.write('m.txt', `${TEXT}mine\n`);
    value(await session.changes.rewind(second));
    expect(treeOf(repository.path)).toEqual({ 'b.txt': '644 b\n', 'm.txt': `644 ${TEXT}mine\n` });
    await rejectAll(session);
    expect(repository.read('a.txt')).toBe(`${TEXT}mine\n`);
  });

  it('keeps it there, too, if the move was accepted since', async () => {
    const { repository, session } = await start();
    await turn(session, () => {
      renameSync(repository.join('a.txt'), repository.join('m.txt'));
      repository.write('m.txt', TEXT.replace('one', 'agent'));
    });
    const second = await turn(session, () => undefined);
    repository.write('m.txt', `${repository.read('m.txt')}mine\n`);
    value(await session.scan());
    await decideAll(session, 'accept');
    await turn(session, () => repository.write('z.txt', 'agent\n'));
    value(await session.changes.rewind(second));
    expect(existsSync(repository.join('a.txt'))).toBe(false);
    expect(repository.read('m.txt')).toBe(`${TEXT.replace('one', 'agent')}mine\n`);
  });

  it('keeps it where the agent moved the file since', async () => {
    const { repository, session } = await start();
    await turn(session, () => renameSync(repository.join('a.txt'), repository.join('m.txt')));
    repository.write('m.txt', `${TEXT}mine\n`);
    const second = await turn(session, () =>
      renameSync(repository.join('m.txt'), repository.join('n.txt')),
    );
    repository.write('n.txt', `${TEXT}mine\nmine too\n`);
    value(await session.changes.rewind(second));
    expect(treeOf(repository.path)).toEqual({
      'b.txt': '644 b\n',
      'm.txt': `644 ${TEXT}mine\nmine too\n`,
    });
  });

  it('keeps the user’s new name of the file', async () => {
    const { repository, session } = await start();
    const first = await turn(session, () =>
      repository.write('a.txt', TEXT.replace('one', 'agent')),
    );
    const second = await turn(session, () => undefined);
    renameSync(repository.join('a.txt'), repository.join('mine.txt'));
    repository.write('mine.txt', `${repository.read('mine.txt')}mine\n`);
    value(await session.changes.rewind(second));
    expect(repository.read('mine.txt')).toBe(`${TEXT.replace('one', 'agent')}mine\n`);
    expect(existsSync(repository.join('a.txt'))).toBe(false);
    value(await session.changes.rewind(first));
    expect(repository.read('mine.txt')).toBe(`${TEXT}mine\n`);
    expect(existsSync(repository.join('a.txt'))).toBe(false);
  });
});

describe('rewinding files that the user has converted', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const OLD = TEXT.replace('eight', 'é');

  for (const [name, encode] of Object.entries({ latin1, utf16 })) {
    it(`keeps the user’s conversion from ${name}, and rewinds the other files`, async () => {
      const { repository, session } = await start({ 'a.txt': encode(OLD), 'b.txt': 'b\n' });
      await turn(session, () => repository.write('a.txt', encode(OLD.replace('one', 'agent'))));
      const second = await turn(session, () => undefined);
      const converted = `${OLD.replace('one', 'agent')}mine 漢\n`;
      repository.write('a.txt', converted);
      await turn(session, () => repository.write('b.txt', 'agent\n'));
      const { left } = value(await session.changes.rewind(second));
      expect(left).toEqual([]);
      expect(repository.read('a.txt')).toBe(converted);
      expect(repository.read('b.txt')).toBe('b\n');
      await rejectAll(session);
      expect(repository.read('a.txt')).toBe(converted.replace('agent', 'one'));
    });
  }

  it('skips and names a file that cannot be written, and rewinds the others', async () => {
    const { repository, session } = await start({ 'a.txt': latin1(OLD), 'b.txt': 'b\n' });
    await turn(session, () => repository.write('a.txt', `${OLD}agent 漢\n`));
    const second = await turn(session, () => undefined);
    // The agent's line has a sign that the user's encoding lacks.
    repository.write('a.txt', latin1(`mine\n${OLD}`));
    await turn(session, () => repository.write('b.txt', 'agent\n'));
    value(await session.changes.rewind(second));
    expect(readFileSync(repository.join('a.txt'), 'latin1')).toContain('mine');
    expect(repository.read('b.txt')).toBe('b\n');
    await rejectAll(session);
    expect(readFileSync(repository.join('a.txt'), 'latin1')).toContain('mine');
    expect(openChanges(session)).toEqual([]);
  });
});
