import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { excludePattern } from '#main/airlock/tree/shadow';
import { put, scanned } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  treeOf,
  value,
} from '#test/support/airlockHarness';

/** All of them are legal on Linux; Windows knows few of them. */
const NAMES = ['a\nb', '\nfalse\n', 'a\r', 'a b ', 'ä', '-x', '$(x)', '"#[a]*?!'];
const isolations = ['isolated', 'in-place'] as const;

describe.skipIf(process.platform === 'win32')('a project with an unusual name', () => {
  for (const name of NAMES) {
    it(`works: ${JSON.stringify(name)}`, async () => {
      const harness = new AirlockHarness();
      const repository = await harness.repository({ 'a.txt': 'a\n' }, name);
      const inner = join(repository.path, name);
      mkdirSync(inner);
      writeFileSync(join(inner, 'x.txt'), 'x\n');
      await repository.commitAll('With a folder of the same name');
      // The copy is of a folder whose path has the name twice.
      for (const isolation of isolations) {
        const project = isolation === 'isolated' ? inner : repository.path;
        const prefix = project === inner ? `${name}/` : '';
        const file = project === inner ? 'x.txt' : 'a.txt';
        const sessionId = newSessionId();
        const first = await harness.open(project, { isolation, sessionId });
        put(first, file, `${isolation}\n`);
        put(first, name + isolation, 'new\n');
        const found = [`create ${prefix}${name}${isolation}`, `modify ${prefix}${file}`];
        expect(await scanned(first)).toEqual(found);
        await first.close();
        const session = await harness.open(project, { isolation, sessionId });
        expect(await scanned(session)).toEqual(found);
        await decideAll(session, 'accept');
        expect(readFileSync(join(project, file), 'utf8')).toBe(`${isolation}\n`);
        expect(readFileSync(join(project, name + isolation), 'utf8')).toBe('new\n');
        await session.close();
        value(await harness.airlock.remove(sessionId));
        expect(await repository.git('worktree', 'list', '--porcelain')).not.toContain(sessionId);
      }
    });

    it(`works without git: ${JSON.stringify(name)}`, async () => {
      const harness = new AirlockHarness();
      const project = join(harness.folder.path, name);
      mkdirSync(project);
      writeFileSync(join(project, 'a.txt'), 'a\n');
      for (const isolation of isolations) {
        const session = await harness.open(project, { isolation });
        put(session, 'a.txt', `${isolation}\n`);
        expect(await scanned(session)).toEqual(['modify a.txt']);
        await decideAll(session, 'accept');
        expect(treeOf(project)).toEqual({ 'a.txt': `644 ${isolation}\n` });
      }
    });
  }

  it('can be excluded from a scan without excluding another one', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const names = [...NAMES, 'a', 'b', 'a\tb', 'axb', 'a\\nb', '\n', ' ', 'a  ', 'ä\n\r\n'];
    for (const name of names) writeFileSync(join(repository.path, name), '');
    for (const name of names) {
      writeFileSync(repository.join('.git', 'info', 'exclude'), excludePattern(name));
      const left = await repository.git('ls-files', '-z', '--others', '--exclude-standard');
      expect(left.split('\0').slice(0, -1).sort()).toEqual(
        names.filter((other) => other !== name).sort(),
      );
    }
  });

  it('is refused with an explanation if it contains a zero byte', async () => {
    const harness = new AirlockHarness();
    for (const isolation of isolations) {
      const opened = await harness.tryOpen('/tmp/a\0b', { isolation });
      expect(opened).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
  });
});
