import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  newSessionId,
  openChange,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';

const FILES = {
  'a.txt': 'a\n',
  'tools/hooks/README': 'hooks\n',
  'tools/clean.sh': 'cat\n',
  'tools/hook.sh': 'x\n',
};

describe.each(['isolated', 'in-place'] as const)(
  '%s, files that git’s configuration runs',
  (isolation) => {
    async function start() {
      const harness = new AirlockHarness();
      const repository = await harness.repository(FILES);
      await repository.git('config', 'core.hooksPath', 'tools/hooks');
      await repository.git('config', 'filter.ours.clean', 'sh tools/clean.sh %f');
      await repository.git('config', 'hook.ours.command', 'sh tools/hook.sh');
      await repository.git('config', 'core.excludesFile', 'ignored.txt');
      const sessionId = newSessionId();
      const open = () => harness.open(repository.path, { isolation, sessionId });
      return { repository, open, session: await open() };
    }

    it('must be accepted on their own', async () => {
      const { session } = await start();
      await turn(session, () => {
        const written = [
          'tools/hooks/pre-commit',
          'tools/clean.sh',
          'tools/hook.sh',
          'ignored.txt',
        ];
        for (const path of [...written, 'a.txt']) {
          writeFileSync(join(session.cwd, path), 'agent\n');
        }
      });
      const riskOf = (path: string) => openChange(session, path).risk;
      expect(riskOf('tools/hooks/pre-commit')).toMatchObject({
        type: 'red',
        reason: expect.stringContaining('hooks folder'),
      });
      expect(riskOf('tools/clean.sh')).toMatchObject({ type: 'red' });
      expect(riskOf('tools/hook.sh')).toMatchObject({ type: 'red' });
      expect([riskOf('ignored.txt').type, riskOf('a.txt').type]).toEqual(['ordinary', 'ordinary']);
      const hook = verdictOn(openChange(session, 'tools/hooks/pre-commit'), 'accept');
      const [refused] = await session.changes.decide([hook]);
      expect(refused).toMatchObject({ ok: false, error: { code: 'refused' } });
      const [accepted] = await session.changes.decide([{ ...hook, acknowledgesRisk: true }]);
      expect(accepted).toMatchObject({ ok: true });
    });

    it('are known when the user changes the configuration, with the next look', async () => {
      const { repository, session, open } = await start();
      await turn(session, () => {
        mkdirSync(join(session.cwd, 'later'));
        writeFileSync(join(session.cwd, 'later/pre-commit'), 'agent\n');
      });
      expect(openChange(session, 'later/pre-commit').risk.type).toBe('ordinary');
      await repository.git('config', 'core.hooksPath', 'later');
      value(await session.scan());
      expect(openChange(session, 'later/pre-commit').risk.type).toBe('red');
      await session.close();
      const again = await open();
      expect(openChange(again, 'later/pre-commit').risk.type).toBe('red');
    });
  },
);

it.each(['isolated', 'in-place'] as const)(
  '%s, a file that a link of the user’s leads to is judged by the link’s name, too',
  async (isolation) => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'docs/ai.md': 'Hi.\n', 'conf/x.json': '{}\n' });
    symlinkSync('docs/ai.md', repository.join('CLAUDE.md'));
    symlinkSync('conf', repository.join('.vscode'));
    symlinkSync('docs', repository.join('manual'));
    const session = await harness.open(repository.path, { isolation });
    await turn(session, () => {
      for (const path of ['docs/ai.md', 'docs/b.md', 'conf/tasks.json']) {
        writeFileSync(join(session.cwd, path), 'agent\n');
      }
    });
    const riskOf = (path: string) => openChange(session, path).risk;
    expect(riskOf('docs/ai.md')).toMatchObject({
      type: 'red',
      reason: expect.stringContaining('CLAUDE.md is a link to it. '),
    });
    expect(riskOf('conf/tasks.json')).toMatchObject({ type: 'red' });
    expect(riskOf('docs/b.md').type).toBe('ordinary');
  },
);
