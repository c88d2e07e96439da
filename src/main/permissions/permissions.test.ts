import { describe, expect, it, onTestFinished } from 'vitest';
import { noFacts } from '#shared/session/request/askedFacts';
import { defaultSettings } from '#shared/settings';
import { countingIds } from '#test/support/countingIds';
import { here, run } from '#test/support/judging';
import { testFolder } from '#test/support/testFolder';
import { Permissions } from './permissions';

// Shows I27.

async function inCopy() {
  let selfArming: readonly string[] = [];
  const permissions = await Permissions.open({
    file: testFolder().join('permissions.json'),
    ids: countingIds(),
    onProblem: () => undefined,
    settings: () => ({ ...defaultSettings, review: { ...defaultSettings.review, selfArming } }),
  });
  onTestFinished(() => permissions.dispose());
  const kind = (name: 'edit' | 'execute') =>
    ({
      effect: 'allow',
      match: { type: 'kind', kind: name },
      scope: { type: 'always' },
      agent: null,
    }) as const;
  await permissions.save([kind('edit'), kind('execute')], null);
  const who = { ...here, isolation: 'isolated' } as const;
  return {
    edit: async (path: string) => {
      const asked = { ...noFacts, toolKind: 'edit', locations: [{ path }] } as const;
      return (await permissions.judge(asked, who)).effect;
    },
    run: async (command: string) => (await permissions.judge(run(command), who)).effect,
    name: (...names: readonly string[]) => {
      selfArming = names;
    },
  };
}

describe('files that the user’s settings name as ones that can run code', () => {
  it('are written by no rule, from the moment on at which they are named, and no longer', async () => {
    const { edit, run, name } = await inCopy();
    expect(await edit('/work/deploy/run.sh')).toBe('allow');
    expect(await run('tee deploy/run.sh')).toBe('allow');
    name('deploy/');
    expect(await edit('/work/deploy/run.sh')).toBe('ask');
    expect(await run('tee deploy/run.sh')).toBe('ask');
    expect(await edit('/work/other/run.sh')).toBe('allow');
    name();
    expect(await edit('/work/deploy/run.sh')).toBe('allow');
  });
});
