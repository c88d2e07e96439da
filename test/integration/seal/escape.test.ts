import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { EscapeOrder, EscapeReport } from '#test/hostile/escape/escapeProgram';
import { sharedBundle } from '#test/support/bundle';
import { readableNode } from '#test/support/readableNode';
import { standInNode } from '#test/support/standInNode';
import { testFolder } from '#test/support/testFolder';
import { attempts } from '../../hostile/escape/attempts.mjs';
import { whyNoSeal } from './whyNoSeal';

// Shows I24.

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const project = file('../../..');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** As root the app is tested as an ordinary user, and then as root. */
const users = isRoot ? [NOBODY, 0] : [process.getuid?.() ?? -1];
const reason = await whyNoSeal();

/** What somebody might try in order to switch a seal off. */
const switches = Object.fromEntries(
  ['SEAL=0', 'NO_SEAL=1', 'SANDBOX=off', 'ISOLATION=isolated', 'ENV_PATH=/', 'TEST=1', 'DEBUG=1']
    .map((text) => text.split('='))
    .map(([name, value]) => [`AIRLOCK_${name}`, value]),
);

/** Attempts of which a program says that they failed, by what they were at. */
const seenRefusals = [
  ...[1, 2, 3, 4, 5, 10, 15, 20, 22].map((number) => `project/${number}.txt`),
  ...['project/.env', 'home/.ssh/id_ed25519', 'home/.aws/credentials', 'home/.npmrc'],
  ...['home/.codex/auth.json', 'home/.bash_history', 'own/settings.json', 'temporary/secret'],
];

/** Hosts that the proxy says it refused. */
const seenHosts = ['0.0.0.0', '127.0.0.1', 'localhost'];

async function letLoose(
  user: number,
  kind: Pick<EscapeOrder, 'isSealed' | 'isKnown' | 'hasListedHosts' | 'alsoCommands'>,
): Promise<EscapeReport> {
  const folder = testFolder();
  // Where the user may read it.
  const program = join(folder.folder('program'), 'escape.mjs');
  copyFileSync(await sharedBundle('test/hostile/escape/escapeProgram.ts'), program);
  const work = folder.folder('work');
  for (const path of [folder.path, work, dirname(program)]) {
    if (isRoot) chownSync(path, user, user);
  }
  const command = readableNode(user, folder.path);
  const { env } = standInNode();
  const order: EscapeOrder = {
    ...kind,
    folder: work,
    node: command,
    programs: [dirname(command), `${project}/test`, `${project}/node_modules`],
    agentProgram: file('../../agent/scriptedAgent.mjs'),
    attemptsProgram: file('../../hostile/escape/attempts.mjs'),
  };
  const child = spawn(command, [program, JSON.stringify(order)], {
    cwd: work,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: work, TMPDIR: '/tmp', ...env, ...switches },
    ...(isRoot ? { uid: user, gid: user } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  await once(child, 'close');
  const report = /^REPORT (.*)$/m.exec(output)?.[1];
  if (report === undefined) throw new Error(output.slice(-3_000));
  return JSON.parse(report) as EscapeReport;
}

describe.skipIf(reason !== null)(`attempts to get out${reason ? ` (${reason})` : ''}`, () => {
  it('are more than forty', () => {
    expect(attempts.length).toBeGreaterThan(40);
    expect(new Set(attempts.map(({ name }) => name)).size).toBe(attempts.length);
  });

  describe.each(users)('as user %i', (user) => {
    it('all succeed without a seal, so that this test can fail', async () => {
      const { made, succeeded, end } = await letLoose(user, {
        isSealed: false,
        isKnown: true,
        hasListedHosts: false,
        alsoCommands: false,
      });
      expect(end).toBe('end_turn');
      expect(made.filter((name) => !succeeded.includes(name))).toEqual([]);
      expect(made.length).toBeGreaterThan(40);
    });

    it.each([true, false])(
      'are all refused in a seal, by the agent and its commands (known, and limited to hosts: %s)',
      async (isKnown) => {
        const report = await letLoose(user, {
          isSealed: true,
          isKnown,
          hasListedHosts: isKnown,
          alsoCommands: true,
        });
        expect(report).toMatchObject({ user, end: 'end_turn', succeeded: [], changed: [] });
        expect(report.isSignalledAlive).toBe(true);
        const refused = new Map(report.refused);
        expect(seenRefusals.filter((path) => !refused.has(path))).toEqual([]);
        expect(refused.size).toBeGreaterThan(40);
        for (const path of ['project/1.txt', 'home/.ssh/id_ed25519', 'own/settings.json']) {
          expect(refused.get(path), path).not.toBeNull();
        }
        const hosts = new Set(report.refusedHosts.map((place) => place.replace(/:\d+$/, '')));
        if (isKnown) expect([...hosts].toSorted()).toEqual(expect.arrayContaining(seenHosts));
        const made = attempts.filter(
          ({ root, network }) => (!root || user === 0) && (!network || isKnown),
        );
        expect(report.made.length).toBe(made.length);
      },
    );
  });
});
