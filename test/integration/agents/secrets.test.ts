import { chmodSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redactText } from '#main/base/secrets/redact';
import type { SecretBox } from '#main/base/secrets/secretBox';
import { ok } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import { scriptedAgent } from '../../support/scenario';
import { TestEngine, unwrap } from '../../support/testEngine';
import { testFolder } from '../../support/testFolder';

const id = 'mine' as AgentId;

/** How the settings refer to a variable of the user's. */
const own = (name: string) => `\${${name}}`;

/** Locks by turning bytes around, and opens nothing that another one has locked. */
const boxOf = (key: number): SecretBox => ({
  problem: () => null,
  lock: (text) => Buffer.concat([Buffer.from([key]), Buffer.from(text).map((byte) => byte ^ key)]),
  unlock: (bytes) =>
    bytes[0] === key ? Buffer.from(bytes.subarray(1).map((byte) => byte ^ key)).toString() : null,
});

function stage() {
  const folder = testFolder();
  const scripted = scriptedAgent(folder, { turns: [[{ echo: true }]] });
  const { command, args, env } = scripted;
  const start = (secretBox: SecretBox | undefined, more: Record<string, string> = {}) =>
    TestEngine.start(
      folder.join('data'),
      { mine: { command, args, env: { ...env, ...more } } },
      { secretBox },
    );
  const seen = () => scripted.journal.of('started').at(-1)?.env ?? {};
  const file = () => readFileSync(folder.join('data/secrets.json'), 'utf8');
  return { folder, start, seen, file };
}

describe('secrets of an agent', () => {
  it('are locked, given to the agent, redacted, and there after a restart', async () => {
    const { folder, start, seen, file } = stage();
    const first = await start(boxOf(7));
    unwrap(await first.engine.secrets.set(id, 'MINE_API_KEY', 'hush-hush-4711'));
    expect(file()).toContain('MINE_API_KEY');
    expect(file()).not.toContain('hush-hush-4711');
    expect(redactText('It said hush-hush-4711.')).not.toContain('4711');
    await first.stop();

    const second = await start(boxOf(7));
    const session = await second.create('mine', folder.folder('project'), 'Hi');
    await session.turnEnded();
    expect(seen().MINE_API_KEY).toBe('hush-hush-4711');
    unwrap(await second.engine.secrets.remove(id, 'MINE_API_KEY'));
    expect(file()).not.toContain('MINE_API_KEY');
  });

  it('that the key store does not open any more stay, and are said to be unreadable', async () => {
    const { start, file } = stage();
    const first = await start(boxOf(7));
    unwrap(await first.engine.secrets.set(id, 'MINE_API_KEY', 'hush-hush-4712'));
    const before = file();
    await first.stop();
    const second = await start(boxOf(8));
    const view = unwrap(await second.engine.atHand.environment(id));
    expect(view.secrets).toEqual([{ name: 'MINE_API_KEY', isReadable: false }]);
    expect(file()).toBe(before);
  });

  it('are in memory alone where there is no key store, and that is said', async () => {
    const { folder, start, seen } = stage();
    const test = await start(undefined);
    unwrap(await test.engine.secrets.set(id, 'MINE_API_KEY', 'hush-hush-4713'));
    const view = unwrap(await test.engine.atHand.environment(id));
    expect(view.whyNotKept).toContain('no key store');
    expect(() => readFileSync(folder.join('data/secrets.json'))).toThrow();
    const session = await test.create('mine', folder.folder('project'), 'Hi');
    await session.turnEnded();
    expect(seen().MINE_API_KEY).toBe('hush-hush-4713');
  });

  it('that cannot be written are refused in words, and are as they were', async () => {
    const { folder, start } = stage();
    const test = await start(boxOf(7));
    const { secrets } = test.engine;
    unwrap(await secrets.set(id, 'MINE_API_KEY', 'hush-hush-4715'));
    const file = folder.join('data/secrets.json');
    // As a full disk does it.
    chmodSync(file, 0o400);
    const refused = {
      ok: false,
      error: { message: expect.stringContaining('was not changed') },
    };
    expect(await secrets.set(id, 'OTHER_KEY', 'hush-hush-4716')).toMatchObject(refused);
    expect(await secrets.set(id, 'MINE_API_KEY', 'hush-hush-4717')).toMatchObject(refused);
    expect(await secrets.remove(id, 'MINE_API_KEY')).toMatchObject(refused);
    const drop = async () => {
      throw new Error('Nothing is removed that is not kept.');
    };
    const moved = await secrets.move(id, { OTHER_TOKEN: 'plain-text-98' }, drop);
    expect(moved).toMatchObject(refused);
    expect(secrets.variables(id)).toEqual({ MINE_API_KEY: 'hush-hush-4715' });

    chmodSync(file, 0o600);
    unwrap(await secrets.remove(id, 'MINE_API_KEY'));
    expect(secrets.variables(id)).toEqual({});
  });

  it('are moved from the settings, and only removed there once they are kept', async () => {
    const { start } = stage();
    const test = await start(boxOf(7));
    const { secrets } = test.engine;
    const env = { OTHER_TOKEN: 'plain-text-99', MODE: 'fast', REF_KEY: own('MY_KEY') };
    const dropped: string[][] = [];
    const drop = async (names: readonly string[]) => {
      dropped.push([...names]);
      return ok();
    };
    expect(unwrap(await secrets.move(id, env, drop))).toEqual({ moved: ['OTHER_TOKEN'] });
    expect(dropped).toEqual([['OTHER_TOKEN']]);
    expect(secrets.variables(id)).toEqual({ OTHER_TOKEN: 'plain-text-99' });
    await test.stop();
    const without = await start(undefined);
    expect(await without.engine.secrets.move(id, env, drop)).toMatchObject({ ok: false });
    expect(dropped).toHaveLength(1);
  });

  it('are put into the key store before an agent is saved, and stay in the settings if there is no key store', async () => {
    const { start } = stage();
    const test = await start(boxOf(7));
    const env = { OTHER_TOKEN: 'plain-text-99', MODE: 'fast', REF_KEY: own('MY_KEY') };
    expect(unwrap(await test.engine.secrets.keep(id, env))).toEqual({
      env: { MODE: 'fast', REF_KEY: own('MY_KEY') },
    });
    expect(test.engine.secrets.variables(id)).toEqual({ OTHER_TOKEN: 'plain-text-99' });
    await test.stop();
    const without = await start(undefined);
    expect(unwrap(await without.engine.secrets.keep(id, env))).toEqual({ env });
  });
});

describe('the environment of an agent', () => {
  it('refers to the user’s variables, and is explained', async () => {
    const { folder, start, seen } = stage();
    process.env.CHECKED_BY_TEST = 'mine-own';
    try {
      const test = await start(undefined, {
        GIVEN: `x-${own('CHECKED_BY_TEST')}`,
        LOST: own('NOT_SET_1'),
      });
      const session = await test.create('mine', folder.folder('project'), 'Hi');
      await session.turnEnded();
      expect(seen()).toMatchObject({ GIVEN: 'x-mine-own', LOST: '' });
      const view = unwrap(await test.engine.atHand.environment(id));
      expect(view.variables).toContainEqual({
        name: 'LOST',
        value: own('NOT_SET_1'),
        missing: ['NOT_SET_1'],
      });
      expect(view.file).not.toBeNull();
    } finally {
      delete process.env.CHECKED_BY_TEST;
    }
  });
});
