import { describe, expect, it } from 'vitest';
import { pretendSystem } from '#test/support/pretendSystem';
import { whyNotAllowed } from './allowance';
import { type SealedAgent, type SealedSession, sealPlan } from './sealPlan';

// Shows I24.

const HOME = '/home/ada';
const DATA = `${HOME}/.config/airlock`;
const session: SealedSession = {
  project: [`${HOME}/work/app`],
  copy: `${DATA}/data/worktrees/one`,
  history: [],
  links: [],
  data: DATA,
  canary: `${DATA}/data/seal/canary`,
  caches: `${DATA}/data/seal/caches/app`,
  network: { type: 'open' },
};
const files = [
  '/usr/bin/',
  `${HOME}/.ssh/id_ed25519`,
  `${HOME}/.config/gh/hosts.yml`,
  `${HOME}/.config/tool/settings.json`,
  `${HOME}/work/app/.env`,
  `${HOME}/work/library/index.js`,
  `${HOME}/work/keys -> ${HOME}/.ssh`,
  `${HOME}/work/library/deep/`,
  `${DATA}/settings.json`,
  `${DATA}/data/worktrees/one/`,
  '/srv/data/one.csv',
  '/run/service.sock =',
  '/proc/1/root/',
];

describe('what a click of the user’s can show to a sealed agent', () => {
  const why = (path: string) => whyNotAllowed(path, session, pretendSystem(files));

  it.each([
    `${HOME}/work/library`,
    `${HOME}/work/library/index.js`,
    `${HOME}/.config/tool`,
    '/srv/data/one.csv',
  ])('%s', (path) => expect(why(path)).toBeNull());

  it.each([
    [`${HOME}/.ssh`, 'keys'],
    [`${HOME}/.ssh/id_ed25519`, 'keys'],
    [`${HOME}/work/keys`, 'keys'],
    [`${HOME}/work/keys/id_ed25519`, 'keys'],
    [`${HOME}/.config/gh/hosts.yml`, 'keys'],
    [`${HOME}/work/app`, 'your project'],
    [`${HOME}/work/app/.env`, 'your project'],
    [`${DATA}/settings.json`, 'belongs to Airlock'],
    [HOME, 'too much'],
    [`${HOME}/work`, 'too much'],
    [`${HOME}/.config`, 'too much'],
    ['/srv', 'too much'],
    ['/run/service.sock', 'listening'],
    ['/proc/1/root', 'belongs to the system'],
    [`${HOME}/none`, 'no such file'],
  ])('not %s', (path, words) => expect(why(path)).toContain(words));
});

describe('the plan of a seal, with what the user allowed', () => {
  const agent: SealedAgent = {
    commandLine: ['claude'],
    program: '/usr/bin/claude',
    variables: { HOME, PATH: '/usr/bin' },
    declared: [],
    choices: {},
    privateHome: `${DATA}/data/seal/homes/claude`,
    ownState: `${DATA}/data/seal/states/claude`,
  };
  const mounts = (allowed: SealedSession['allowed'], paths = files) =>
    sealPlan(
      { ...session, ...(allowed && { allowed }) },
      agent,
      pretendSystem(paths),
    ).mounts.filter((mount) => mount.allowed !== undefined);
  const library = `${HOME}/work/library`;
  const allow = (path: string, access: 'read' | 'write' = 'read', real = path) => ({
    path,
    real,
    access,
  });

  it('shows it, with the reason and for which sessions', () => {
    const allowed = { session: [allow(library)], project: [allow('/srv/data', 'write')] };
    expect(mounts(allowed)).toEqual([
      {
        path: library,
        access: 'read',
        source: library,
        kind: 'folder',
        why: 'allowed by you, for this session',
        allowed: 'session',
      },
      {
        path: '/srv/data',
        access: 'write',
        source: '/srv/data',
        kind: 'folder',
        why: 'allowed by you, for all sessions of this project',
        allowed: 'project',
      },
    ]);
  });

  it('does not show what leads elsewhere by now, or may not be allowed any more', () => {
    const swapped = [
      ...files.filter((path) => !path.startsWith(library)),
      `${library} -> ${HOME}/.ssh`,
    ];
    expect(mounts({ session: [allow(library)], project: [] }, swapped)).toEqual([]);
    expect(
      mounts({ session: [allow(library, 'read', `${HOME}/.ssh`)], project: [] }, swapped),
    ).toEqual([]);
    expect(mounts({ session: [allow(`${HOME}/.ssh`)], project: [] })).toEqual([]);
    // Also where the user could allow the other place, too.
    const moved = [...files.filter((path) => !path.startsWith(library)), `${library} -> /srv/data`];
    const other = allow(library, 'read', '/srv/data');
    expect(mounts({ session: [other], project: [] }, moved)).toMatchObject([{ path: library }]);
    expect(mounts({ session: [allow(library)], project: [] }, moved)).toEqual([]);
  });

  it('does not follow a link that an agent has put into a folder that it may write to', () => {
    const swapped = [...files, `${library}/inner -> /srv/data`];
    const allowed = {
      session: [allow(library, 'write'), allow(`${library}/inner`, 'read', '/srv/data')],
      project: [],
    };
    expect(mounts(allowed, swapped).map(({ path }) => path)).toEqual([library]);
    const chosen = { ...agent, choices: { write: [library], read: [`${library}/inner`] } };
    const plan = sealPlan(session, chosen, pretendSystem(swapped));
    expect(plan.mounts.some(({ source }) => source === '/srv/data')).toBe(false);
  });
});
