import { describe, expect, it } from 'vitest';
import type { SealedNetwork } from '#shared/seal';
import { pretendSystem } from '../../../../../test/support/pretendSystem';
import { sandboxProfile } from './sandboxProfile';
import { sealPlan } from './sealPlan';

describe('the profile for macOS', () => {
  const home = '/Users/ada';
  const session = {
    project: [`${home}/app`],
    copy: '/data/copy "one"',
    history: [],
    links: [`${home}/app/modules`],
    data: '/data',
    canary: '/data/canary',
    caches: '/data/caches',
    network: { type: 'open' } as SealedNetwork,
  };
  const agent = {
    commandLine: ['other'],
    program: '/usr/bin/other',
    variables: { PATH: '/usr/bin' },
    declared: [],
    choices: {},
    privateHome: '/data/home',
    ownState: '/data/state',
  };
  const there = ['/usr/bin/other', `${home}/app/modules/`, `${home}/app/x`, '/data/copy "one"/'];
  const profile = sandboxProfile(sealPlan(session, agent, pretendSystem(there, home)));
  const at = (text: string) => {
    expect(profile).toContain(text);
    return profile.lastIndexOf(text);
  };

  it('refuses whatever it does not name', () => {
    expect(profile.startsWith('(version 1)\n(deny default)\n')).toBe(true);
  });

  it('quotes paths', () => {
    expect(profile).toContain('(subpath "/data/copy \\"one\\"")');
  });

  it('refuses the project, and after that allows what is linked from it', () => {
    expect(at(`(subpath "${home}/app")`)).toBeLessThan(at(`(subpath "${home}/app/modules")`));
    expect(profile).toContain(`(deny file-read* file-write*\n  (subpath "${home}/app")`);
  });

  it('leaves only the proxy where hosts are limited', () => {
    expect(profile).toContain('(allow network*)');
    const limited = { ...session, network: { type: 'hosts', hosts: [] } as SealedNetwork };
    const other = sandboxProfile(sealPlan(limited, agent, pretendSystem(there, home)));
    expect(other).not.toContain('(allow network*)');
    expect(other).toContain('(allow network-outbound (remote ip "localhost:3128"))');
  });

  it('has as many opening as closing brackets', () => {
    const count = (bracket: string) => profile.split(bracket).length;
    expect(count('(')).toBe(count(')'));
  });
});
