import { describe, expect, it } from 'vitest';
import { pretendSystem } from '../../../../../test/support/pretendSystem';
import { type SealedAgent, type SealedSession, type SealPlan, sealPlan } from './sealPlan';

const HOME = '/home/ada';
const DATA = `${HOME}/.config/airlock`;
const COPY = `${DATA}/data/worktrees/one`;
const HISTORY = `${DATA}/data/airlock/one/history.git/objects`;

const session: SealedSession = {
  project: [`${HOME}/work/app`],
  copy: COPY,
  history: [HISTORY],
  links: [`${HOME}/work/app/node_modules`],
  data: DATA,
  canary: `${DATA}/data/seal/canary`,
  caches: `${DATA}/data/seal/caches/app`,
  network: { type: 'open' },
};

const system = [
  '/usr/bin/',
  '/usr/bin/node',
  '/bin -> usr/bin',
  '/etc/resolv.conf -> /run/systemd/resolve/stub-resolv.conf',
  '/run/systemd/resolve/stub-resolv.conf',
  '/run/docker.sock =',
  `${HOME}/.ssh/id_ed25519`,
  `${HOME}/.npmrc`,
  `${HOME}/.bashrc`,
  `${HOME}/notes.txt`,
  `${HOME}/work/app/.git/`,
  `${HOME}/work/app/node_modules/`,
  `${HOME}/.nvm/versions/node/v24/bin/node`,
  `${HOME}/.local/bin/claude -> ../share/claude/versions/2/claude`,
  `${HOME}/.local/share/claude/versions/2/claude`,
  `${HOME}/.local/share/keyrings/login.keyring`,
  `${COPY}/`,
  `${HISTORY}/`,
];

const claude: SealedAgent = {
  commandLine: ['claude', '-p'],
  program: `${HOME}/.local/bin/claude`,
  variables: {
    HOME,
    PATH: `${HOME}/.nvm/versions/node/v24/bin:${HOME}/.local/bin:/usr/bin:relative`,
    ANTHROPIC_API_KEY: 'sk-ant-1234567890',
    MISTRAL_API_KEY: 'mistral-1234567890',
    SSH_AUTH_SOCK: '/tmp/ssh-1/agent',
    LANG: 'C.UTF-8',
  },
  declared: [],
  choices: {},
  privateHome: `${DATA}/data/seal/homes/claude`,
  ownState: `${DATA}/data/seal/states/claude`,
};

const unknown: SealedAgent = {
  ...claude,
  commandLine: ['/opt/tools/myagent', '--acp'],
  program: '/opt/tools/myagent',
};

const accessTo = (plan: SealPlan, path: string) =>
  plan.mounts.find((mount) => mount.path === path)?.access ?? null;

/** What a program inside finds at a path: what the deepest mount above it shows. */
function seen(plan: SealPlan, path: string): string {
  const above = plan.mounts.filter(
    (mount) => path === mount.path || path.startsWith(`${mount.path}/`),
  );
  const deepest = above.at(-1);
  if (deepest === undefined) return 'nothing';
  const isItself = deepest.path === path;
  if (deepest.access === 'scratch') return isItself ? 'scratch' : 'nothing';
  return deepest.access === 'hidden' ? 'nothing' : deepest.access;
}

describe('the plan of a seal', () => {
  const plan = sealPlan(session, claude, pretendSystem(system));

  it('lets the agent write to its copy, the caches of the project and its conversations', () => {
    const written = plan.mounts.filter(({ access }) => access === 'write').map(({ path }) => path);
    const conversations = ['file-history', 'plans', 'projects', 'tasks', 'todos'];
    const kept = conversations.map((name) => `${HOME}/.claude/${name}`);
    const login = `${claude.ownState}/logins`;
    expect(written).toEqual([...kept, session.caches, login, COPY]);
    expect(plan.needs.toSorted()).toEqual([...kept, session.caches, login]);
  });

  it.each([
    [`${HOME}/work/app/package.json`, 'nothing'],
    [`${HOME}/work/app/.git`, 'nothing'],
    [`${HOME}/.ssh/id_ed25519`, 'nothing'],
    [`${HOME}/.npmrc`, 'nothing'],
    [`${HOME}/notes.txt`, 'nothing'],
    [`${HOME}/.local/share/keyrings/login.keyring`, 'nothing'],
    [`${DATA}/settings.json`, 'nothing'],
    [session.canary, 'nothing'],
    ['/run/docker.sock', 'nothing'],
    ['/srv/other', 'nothing'],
    ['/usr/bin/node', 'read'],
    ['/run/systemd/resolve/stub-resolv.conf', 'read'],
    [`${HOME}/.nvm/versions/node/v24/bin/node`, 'read'],
    [`${HOME}/.local/share/claude/versions/2/claude`, 'read'],
    [`${HISTORY}/pack`, 'read'],
    [`${HOME}/work/app/node_modules`, 'read'],
    [HOME, 'scratch'],
    ['/tmp', 'scratch'],
  ])('shows %s as: %s', (path, expected) => {
    expect(seen(plan, path)).toBe(expected);
  });

  it('names a folder before what lies in it', () => {
    const paths = plan.mounts.map(({ path }) => path);
    for (const [index, path] of paths.entries()) {
      const below = paths.slice(0, index).filter((other) => other.startsWith(`${path}/`));
      expect(below, path).toEqual([]);
    }
  });

  it('takes nothing from a folder that the agent can write to', () => {
    const written = plan.mounts.filter(({ access }) => access === 'write');
    const inside = plan.mounts.filter((mount) =>
      written.some(({ source }) => mount.source.startsWith(`${source}/`)),
    );
    expect(inside).toEqual([]);
  });

  it('makes links of the root folder again', () => {
    expect(plan.links).toEqual([{ path: '/bin', target: 'usr/bin' }]);
    expect(accessTo(plan, '/bin')).toBeNull();
  });

  it('keeps the keys of the agent and drops what leads elsewhere', () => {
    const inside = plan.environment(claude.variables);
    expect(inside).toMatchObject({ ANTHROPIC_API_KEY: 'sk-ant-1234567890', LANG: 'C.UTF-8', HOME });
    expect(plan.dropped).toEqual([
      { name: 'MISTRAL_API_KEY', why: 'is a secret that this agent does not need' },
      { name: 'SSH_AUTH_SOCK', why: 'leads to your keys' },
    ]);
    expect(inside).not.toHaveProperty('SSH_AUTH_SOCK');
    expect(inside.npm_config_cache).toBe(`${session.caches}/npm`);
  });

  it('has the self-test look for what exists outside and must not be seen', () => {
    expect(plan.unseen).toEqual([
      session.canary,
      `${HOME}/work/app/.git`,
      `${HOME}/.ssh`,
      '/run/docker.sock',
    ]);
  });
});

describe('the plan for a known agent', () => {
  const state = [
    `${HOME}/.claude/settings.json`,
    `${HOME}/.claude/hooks/`,
    `${HOME}/.claude/projects/`,
    `${HOME}/.claude/.credentials.json`,
    `${HOME}/.claude/unknown.json`,
    `${HOME}/.claude.json`,
    `${HOME}/.codex/auth.json`,
  ];
  const plan = sealPlan(session, claude, pretendSystem([...system, ...state]));

  it.each([
    [`${HOME}/.claude`, 'scratch'],
    [`${HOME}/.claude/projects`, 'write'],
    [`${HOME}/.claude/.credentials.json`, 'write'],
    [`${HOME}/.claude/settings.json`, 'read'],
    [`${HOME}/.claude/hooks/run.sh`, 'read'],
    [`${HOME}/.claude/unknown.json`, 'nothing'],
    [`${HOME}/.codex/auth.json`, 'nothing'],
  ])('shows %s as: %s', (path, expected) => {
    expect(seen(plan, path)).toBe(expected);
  });

  it('makes folders that the agent keeps things in', () => {
    expect(plan.needs).toContain(`${HOME}/.claude/todos`);
  });

  it('hands over a copy of a file that the agent replaces', () => {
    expect(plan.copies).toEqual([{ from: '/run/airlock/0', to: `${HOME}/.claude.json` }]);
  });

  it('follows a folder that the user has moved', () => {
    const moved = { ...claude, variables: { ...claude.variables, CLAUDE_CONFIG_DIR: '/srv/c/' } };
    const there = [...system, '/srv/c/projects/', '/srv/c/settings.json'];
    const its = sealPlan(session, moved, pretendSystem(there));
    expect(seen(its, '/srv/c/projects/x')).toBe('write');
    expect(seen(its, '/srv/c/settings.json')).toBe('read');
  });

  it('follows the folders of XDG, and a file that is moved with its folder', () => {
    const variables = { ...claude.variables, XDG_DATA_HOME: '/srv/d', CLAUDE_CONFIG_DIR: '/srv/c' };
    const there = pretendSystem([...system, '/srv/c/.claude.json', '/srv/d/opencode/auth.json']);
    const its = sealPlan(session, { ...claude, variables }, there);
    expect(its.copies.map(({ to }) => to)).toEqual(['/srv/c/.claude.json']);
    const other = sealPlan(session, { ...claude, variables, commandLine: ['opencode'] }, there);
    expect(other.copies.map(({ to }) => to)).toEqual(['/srv/d/opencode/auth.json']);
    expect(seen(other, '/srv/d/opencode/storage/x')).toBe('write');
  });

  it('follows a folder that is a link, and shows it under its own name', () => {
    const linked = [...system, `${HOME}/.claude -> dots/claude`, `${HOME}/dots/claude/projects/`];
    const its = sealPlan(session, claude, pretendSystem(linked));
    const found = its.mounts.find(({ path }) => path === `${HOME}/.claude/projects`);
    expect(found).toMatchObject({ access: 'write', source: `${HOME}/dots/claude/projects` });
  });

  it.each([
    [['npx', '-y', '@zed-industries/claude-code-acp@0.4.1']],
    [['/opt/homebrew/bin/claude']],
  ])('recognises it in %j', (commandLine) => {
    const its = sealPlan(session, { ...claude, commandLine }, pretendSystem([...system, ...state]));
    expect(seen(its, `${HOME}/.claude/projects`)).toBe('write');
  });
});

describe('links', () => {
  const planOf = (paths: readonly string[], agent: Partial<SealedAgent> = {}) =>
    sealPlan(session, { ...claude, ...agent }, pretendSystem([...system, ...paths]));
  const shown = (plan: SealPlan) =>
    plan.mounts.filter(({ access }) => access !== 'hidden').map(({ source }) => source);

  it('of a project that are carried over show nothing outside the project', () => {
    const app = `${HOME}/work/app`;
    const others = system.filter((path) => !path.startsWith(`${app}/node_modules`));
    for (const target of ['../../.ssh', '/', '../app', `${HOME}`]) {
      const there = pretendSystem([...others, `${app}/node_modules -> ${target}`]);
      const plan = sealPlan(session, claude, there);
      expect(accessTo(plan, `${app}/node_modules`), target).toBeNull();
    }
    const moved = pretendSystem([...others, `${app}/deps/`, `${app}/node_modules -> deps`]);
    expect(accessTo(sealPlan(session, claude, moved), `${app}/node_modules`)).toBe('read');
  });

  it('in the PATH show neither keys nor the project nor what is Airlock’s', () => {
    for (const target of ['.ssh', 'work/app', '.config/airlock']) {
      const variables = { ...claude.variables, PATH: `${HOME}/tools` };
      const plan = planOf([`${HOME}/tools -> ${target}`], { variables });
      expect(shown(plan), target).not.toContain(`${HOME}/${target}`);
    }
  });

  it('to a program that the agent could have put there are not followed', () => {
    const choices = { write: ['/srv/agent'] };
    const key = `${HOME}/.ssh/id_ed25519`;
    const swapped = planOf(['/srv/agent/', `/srv/agent/run.js -> ${key}`], {
      commandLine: ['claude', '/srv/agent/run.js'],
      choices,
    });
    expect(shown(swapped).filter((path) => path.includes('.ssh'))).toEqual([]);
    const inPath = planOf(['/srv/agent/', `/srv/agent/bin -> ${HOME}/notes`, `${HOME}/notes/`], {
      variables: { ...claude.variables, PATH: '/srv/agent/bin' },
      choices,
    });
    expect(shown(inPath)).not.toContain(`${HOME}/notes`);
  });

  it('to the agent’s own folder are followed, and to packages elsewhere', () => {
    const program = `${HOME}/bin/claude`;
    const own = `${HOME}/.claude/local/claude.js`;
    const local = planOf([`${program} -> ../.claude/local/claude.js`, own], { program });
    expect(seen(local, own)).toBe('read');
  });

  it('show a file among keys that the settings name, without the others', () => {
    const plan = planOf([`${HOME}/.ssh/other`], {
      commandLine: ['claude', '--key', `${HOME}/.ssh/id_ed25519`],
    });
    expect(seen(plan, `${HOME}/.ssh/id_ed25519`)).toBe('read');
    expect(seen(plan, `${HOME}/.ssh/other`)).toBe('nothing');
  });
});

describe('the login of an agent', () => {
  const loginOf = (commandLine: readonly string[], paths: readonly string[]) =>
    sealPlan(session, { ...claude, commandLine }, pretendSystem([...system, ...paths]));
  const kept = `${claude.ownState}/logins`;

  it('is the user’s where there is one', () => {
    const plan = loginOf(['codex'], [`${HOME}/.codex/auth.json`]);
    expect(plan).toMatchObject({ login: 'shared', keptLinks: [] });
    expect(seen(plan, `${HOME}/.codex/auth.json`)).toBe('write');
    expect(accessTo(plan, kept)).toBeNull();
  });

  it('is kept for sealed sessions of the project otherwise', () => {
    const plan = loginOf(['codex'], []);
    expect(plan.login).toBe('project');
    expect(plan.keptLinks).toEqual([
      { path: `${HOME}/.codex/auth.json`, target: `${kept}/auth.json` },
    ]);
    expect(seen(plan, `${kept}/auth.json`)).toBe('write');
    expect(plan.needs).toContain(kept);
  });

  it('begins as a copy where the agent would obey what is written there', () => {
    const file = `${HOME}/.local/share/opencode/auth.json`;
    const plan = loginOf(['opencode'], [file]);
    expect(plan.login).toBe('project');
    expect(plan.keptLinks).toContainEqual({ path: file, target: `${kept}/auth.json` });
    expect(plan.copies.map(({ to }) => to)).toEqual([file]);
  });

  it('is in the private home of an agent that is not known, and lost where it has no file', () => {
    expect(loginOf(['/opt/tools/myagent'], []).login).toBe('agent');
    expect(loginOf(['copilot'], []).login).toBe('lost');
  });
});

describe('what an agent would obey later', () => {
  const home = [
    `${HOME}/.gemini/settings.json`,
    `${HOME}/.gemini/oauth_creds.json`,
    `${HOME}/.gemini/tmp/bin/rg`,
    `${HOME}/.gemini/projects.json`,
    `${HOME}/.local/share/opencode/auth.json`,
    `${HOME}/.local/share/opencode/opencode.db`,
    `${HOME}/.local/share/opencode/snapshot/one/config`,
    `${HOME}/.config/opencode/opencode.json`,
    `${HOME}/.config/opencode/plugin/one.js`,
    `${HOME}/.codex/state_5.sqlite`,
  ];
  const planOf = (command: string, more: Partial<SealedAgent> = {}) =>
    sealPlan(
      session,
      { ...claude, commandLine: [command], ...more },
      pretendSystem([...system, ...home]),
    );
  const sourceOf = (plan: SealPlan, path: string) =>
    plan.mounts.find((mount) => mount.path === path)?.source;

  it('is kept apart from the user’s own: programs and repositories of Gemini CLI', () => {
    const plan = planOf('gemini');
    for (const name of ['tmp', 'history']) {
      expect(sourceOf(plan, `${HOME}/.gemini/${name}`)).toBe(`${claude.ownState}/${name}`);
    }
    expect(seen(plan, `${HOME}/.gemini/oauth_creds.json`)).toBe('write');
    expect(seen(plan, `${HOME}/.gemini/settings.json`)).toBe('read');
    // It is replaced, which it could not be if it were shown.
    expect(seen(plan, `${HOME}/.gemini/projects.json`)).toBe('nothing');
  });

  it('is kept apart from the user’s own: repositories, database and login of OpenCode', () => {
    const plan = planOf('opencode');
    const data = `${HOME}/.local/share/opencode`;
    expect(sourceOf(plan, `${data}/snapshot`)).toBe(`${claude.ownState}/snapshot`);
    expect(seen(plan, `${data}/opencode.db`)).toBe('nothing');
    expect(plan.environment({}).OPENCODE_DB).toBe(`${data}/database/opencode.db`);
    expect(sourceOf(plan, `${data}/database`)).toBe(`${claude.ownState}/database`);
    expect(seen(plan, `${data}/auth.json`)).toBe('nothing');
    expect(plan.copies.map(({ to }) => to)).toEqual([`${data}/auth.json`]);
    expect(seen(plan, `${HOME}/.config/opencode`)).toBe('scratch');
    expect(seen(plan, `${HOME}/.config/opencode/opencode.json`)).toBe('read');
    expect(seen(plan, `${HOME}/.config/opencode/plugin/one.js`)).toBe('read');
  });

  it('is kept apart from the user’s own: databases of Codex', () => {
    const plan = planOf('codex');
    expect(seen(plan, `${HOME}/.codex/state_5.sqlite`)).toBe('nothing');
    expect(plan.environment({}).CODEX_SQLITE_HOME).toBe(`${HOME}/.codex/sqlite`);
    expect(sourceOf(plan, `${HOME}/.codex/sqlite`)).toBe(`${claude.ownState}/sqlite`);
  });

  it('is not written where it is beside the conversations: settings of Cline', () => {
    const there = [...system, `${HOME}/.cline/data/settings/providers.json`];
    const plan = sealPlan(session, { ...claude, commandLine: ['cline'] }, pretendSystem(there));
    expect(seen(plan, `${HOME}/.cline/data/settings/providers.json`)).toBe('read');
    expect(seen(plan, `${HOME}/.cline/data/sessions`)).toBe('write');
    expect(seen(plan, `${HOME}/.cline/data/other`)).toBe('nothing');
  });

  it('leaves off a sandbox that cannot work inside, unless the settings ask for it', () => {
    const given = { GEMINI_SANDBOX: 'docker' };
    expect(planOf('gemini').environment(given).GEMINI_SANDBOX).toBe('false');
    const asked = planOf('gemini', { declared: ['GEMINI_SANDBOX'] });
    expect(asked.environment(given).GEMINI_SANDBOX).toBe('docker');
  });
});

describe('the plan for an agent that is not known', () => {
  const more = [`${HOME}/.config/other.sock =`, `${HOME}/.claude/.credentials.json`];
  const plan = sealPlan(session, unknown, pretendSystem([...system, ...more]));

  it.each([
    [`${HOME}/notes.txt`, 'read'],
    [`${HOME}/.bashrc`, 'read'],
    [`${HOME}/work/app`, 'nothing'],
    [`${HOME}/work/app/node_modules`, 'read'],
    [`${HOME}/.ssh/id_ed25519`, 'nothing'],
    [`${HOME}/.npmrc`, 'nothing'],
    [`${HOME}/.local/share/keyrings`, 'nothing'],
    [`${HOME}/.claude/.credentials.json`, 'nothing'],
    [`${HOME}/.config/other.sock`, 'nothing'],
    [`${DATA}/settings.json`, 'nothing'],
    [session.canary, 'nothing'],
    [COPY, 'write'],
    [unknown.privateHome, 'write'],
  ])('shows %s as: %s', (path, expected) => {
    expect(seen(plan, path)).toBe(expected);
  });

  it('gives it a home folder of its own with links to the user’s', () => {
    expect(plan.environment({}).HOME).toBe(unknown.privateHome);
    expect(plan.homeLinks).toContainEqual({
      path: `${unknown.privateHome}/.bashrc`,
      target: `${HOME}/.bashrc`,
    });
    expect(plan.homeLinks.map(({ path }) => path)).not.toContain(`${unknown.privateHome}/.ssh`);
  });

  it('hides a project that is itself an entry of the home folder', () => {
    const own = { ...session, project: [`${HOME}/app`], links: [] };
    const its = sealPlan(own, unknown, pretendSystem([...system, `${HOME}/app/.git/`]));
    expect(seen(its, `${HOME}/app`)).toBe('nothing');
  });
});

describe('what the settings allow an agent', () => {
  it('is shown, a secret place included, and the project stays hidden in it', () => {
    const choices = {
      read: ['~/.ssh'],
      write: ['~/work', '/srv/shared/', 'relative'],
      variables: ['SSH_AUTH_SOCK'],
    };
    const there = [...system, '/srv/shared/', '/tmp/ssh-1/agent ='];
    const plan = sealPlan(session, { ...claude, choices }, pretendSystem(there));
    expect(seen(plan, `${HOME}/.ssh/id_ed25519`)).toBe('read');
    expect(seen(plan, `${HOME}/work/other`)).toBe('write');
    expect(seen(plan, `${HOME}/work/app/.git`)).toBe('nothing');
    expect(seen(plan, '/srv/shared/x')).toBe('write');
    expect(seen(plan, '/tmp/ssh-1/agent')).toBe('read');
    expect(plan.environment(claude.variables).SSH_AUTH_SOCK).toBe('/tmp/ssh-1/agent');
    expect(plan.unseen).not.toContain('/tmp/ssh-1/agent');
  });

  it('includes variables that its settings declare', () => {
    const plan = sealPlan(
      session,
      { ...claude, declared: ['MISTRAL_API_KEY'] },
      pretendSystem(system),
    );
    expect(plan.environment(claude.variables)).toHaveProperty('MISTRAL_API_KEY');
  });
});

describe('the agent’s program', () => {
  const shownFor = (program: string, there: readonly string[]) =>
    sealPlan(
      session,
      { ...claude, program, commandLine: ['claude'] },
      pretendSystem([...system, ...there]),
    );

  it.each([
    ['/srv/agents/one/bin/run', ['/srv/agents/one/bin/run'], '/srv/agents/one'],
    ['/srv/a/dist/cli.js', ['/srv/a/dist/cli.js', '/srv/a/package.json'], '/srv/a'],
    [`${HOME}/run.sh`, [`${HOME}/run.sh`], `${HOME}/run.sh`],
    ['/srv/run.sh', ['/srv/run.sh'], '/srv/run.sh'],
    [`${HOME}/work/app/agent/x.js`, [`${HOME}/work/app/agent/x.js`], `${HOME}/work/app/agent`],
  ])('%s', (program, there, shown) => {
    const plan = shownFor(program, there);
    const own = plan.mounts.filter(({ why }) => why === 'the agent’s program');
    expect(own.map(({ path }) => path)).toEqual([shown]);
  });
});
