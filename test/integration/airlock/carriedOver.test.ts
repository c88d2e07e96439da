import {
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { STORED_FILE_BYTES } from '#main/airlock/limits';
import { put, scanned } from '#test/support/agentFiles';
import { AirlockHarness, newSessionId, treeOf, value } from '#test/support/airlockHarness';

describe('carried-over files', () => {
  it('are copied or linked, and changes to them are not shown', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitignore': '.env\nnode_modules\ndist/*\n!dist/kept.txt\n',
      'a.txt': 'a\n',
      'dist/kept.txt': 'kept\n',
    });
    repository.write('.env', 'KEY=1\n');
    repository.write('node_modules/x/i.js', 'x\n');
    repository.write('dist/built/tool', 'built\n');
    chmodSync(repository.join('dist/built/tool'), 0o755);
    symlinkSync('tool', repository.join('dist/built/alias'));
    const carry = {
      copy: ['.env', 'missing', '../outside', '.git/config', 'a.txt', 'dist'],
      link: ['node_modules/'],
    };
    const session = await harness.open(repository.path, { carry });
    expect(readFileSync(join(session.cwd, '.env'), 'utf8')).toBe('KEY=1\n');
    expect(readFileSync(join(session.cwd, 'node_modules/x/i.js'), 'utf8')).toBe('x\n');
    expect(treeOf(join(session.cwd, 'dist'))).toEqual(treeOf(repository.join('dist')));
    expect(session.changes.notices).toEqual([{ path: 'missing', reason: 'not-carried' }]);
    expect(await scanned(session)).toEqual([]);
    put(session, '.env', 'KEY=2\n');
    put(session, 'dist/built/tool', 'rebuilt\n');
    expect(await scanned(session)).toEqual([]);
    expect(repository.read('.env')).toBe('KEY=1\n');
    expect(repository.read('dist/built/tool')).toBe('built\n');
    // What stood in the folder before is the agent's to change, and the user's to see.
    put(session, 'dist/kept.txt', 'changed\n');
    expect(await scanned(session)).toEqual(['modify dist/kept.txt']);
  });

  it('are found below the project’s folder, also in one without git', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitignore': '.env\n',
      'web/a.txt': 'a\n',
    });
    repository.write('.env', 'ROOT=1\n');
    repository.write('web/.env', 'WEB=1\n');
    const carry = { copy: ['.env'], link: [] };
    const session = await harness.open(repository.join('web'), { carry });
    expect(readFileSync(join(session.cwd, '.env'), 'utf8')).toBe('WEB=1\n');
    expect(existsSync(join(session.cwd, '../.env'))).toBe(false);

    harness.folder.write('plain/a.txt', 'a\n');
    harness.folder.write('plain/node_modules/x.js', 'x\n');
    const plain = await harness.open(harness.folder.join('plain'), {
      carry: { copy: [], link: ['node_modules'] },
    });
    expect(readFileSync(join(plain.cwd, 'node_modules/x.js'), 'utf8')).toBe('x\n');
    expect(await scanned(plain)).toEqual([]);
  });

  it('never leave the project, and are restored with a deleted copy', async () => {
    const harness = new AirlockHarness();
    harness.folder.write('outside/secret.txt', 'secret\n');
    const repository = await harness.repository({
      '.gitignore': '/*.local\n/way\n',
      'a.txt': 'a\n',
    });
    repository.write('own.local', 'own\n');
    symlinkSync(harness.folder.join('outside/secret.txt'), repository.join('out.local'));
    symlinkSync(harness.folder.join('outside'), repository.join('way'));
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, {
      sessionId,
      carry: { copy: ['own.local', 'out.local', 'way/secret.txt'], link: ['way'] },
    });
    expect(session.changes.notices.map(({ path }) => path)).toEqual([
      'out.local',
      'way/secret.txt',
      'way',
    ]);
    expect(treeOf(session.cwd)).toEqual({ ...treeOf(session.cwd), 'own.local': '644 own\n' });
    expect(Object.keys(treeOf(session.cwd))).toEqual(['.gitignore', 'a.txt', 'own.local']);
    await session.close();
    rmSync(session.cwd, { recursive: true });
    const again = await harness.open(repository.path, { sessionId });
    expect(readFileSync(join(again.cwd, 'own.local'), 'utf8')).toBe('own\n');
    expect(await scanned(again)).toEqual([]);
  });

  it.each(['repository', 'plain'])(
    'what a copy of a %s folder lacks is named for as long as the session lives',
    async (kind) => {
      const harness = new AirlockHarness();
      const project = harness.folder.folder('project');
      if (kind === 'repository') await harness.repository();
      else harness.folder.write('project/a.txt', 'a\n');
      harness.folder.write('project/huge.bin', '');
      truncateSync(join(project, 'huge.bin'), STORED_FILE_BYTES + 1);
      writeFileSync(Buffer.concat([Buffer.from(`${project}/bad`), Buffer.from([0xff])]), 'x');
      const sessionId = newSessionId();
      const missing = ['bad\ufffd not-carried', 'huge.bin not-carried'];
      const named = ({ changes }: SessionAirlock) =>
        changes.notices.map(({ path, reason }) => `${path} ${reason}`).sort();
      const session = await harness.open(project, { sessionId });
      expect(named(session)).toEqual(missing);
      value(await session.scan());
      expect(named(session)).toEqual(missing);
      await session.close();
      expect(named(await harness.open(project, { sessionId }))).toEqual(missing);
    },
  );
});
