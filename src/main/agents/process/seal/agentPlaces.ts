import type { SealedLogin } from '#shared/seal';
import type { Variables } from '../environment/environmentLookup';
import type { Grant, SealedAgent, SealSystem } from './sealPlan';

/** A folder in which an agent keeps its state, below the home folder. */
interface StateFolder {
  readonly folder: string;
  /**
   * The variable with which the user may have moved the folder. Folders below XDG ones also follow
   * the XDG variables.
   */
  readonly variable?: string;
  /**
   * Folders of conversations that the agent shares with the user's own use and may write to. Its
   * other writes stay in memory and are gone when it ends, so that it cannot leave anything that
   * runs later.
   */
  readonly keeps: readonly string[];
  /**
   * Files with the agent's login, shared in the same way if the user has any. Otherwise a login is
   * kept only for the project's sealed sessions.
   */
  readonly logins?: readonly string[];
  /**
   * Login files that are never shared: the agent starts with a copy of the user's file, and gets a
   * newer copy when the user's file is newer.
   */
  readonly ownLogins?: readonly string[];
  /**
   * Folders that are kept only for the project's sealed sessions: either the agent would obey their
   * contents when it runs without a seal, or a database would break if only parts of it were
   * shared.
   */
  readonly own?: readonly string[];
  /** Settings, instructions and extensions that the agent may read. `*` means everything. */
  readonly reads: readonly string[];
  /** Files that the agent replaces. It gets a copy, and its changes are discarded. */
  readonly copies?: readonly string[];
  /** Variables that move something into one of these folders. */
  readonly moves?: Readonly<Record<string, string>>;
}

export interface KnownPlaces {
  readonly id: string;
  /** Names of the agent's programs on a command line, including adapters. */
  readonly programs: readonly string[];
  readonly folders: readonly StateFolder[];
  /** Files of the home folder that programs replace. The agent gets a copy. */
  readonly copies: readonly string[];
  /** Variables that hold its own keys. */
  readonly keys: RegExp;
  /** Variables that turn off the agent's own sandbox, which cannot work inside the seal. */
  readonly sets?: Variables;
}

const geminiLike = (id: string, folder: string, guide: string, keys: RegExp): KnownPlaces => ({
  id,
  programs: [id, `${id}-cli`, `${id}-code`],
  folders: [
    {
      folder,
      keeps: [],
      logins: ['oauth_creds.json', 'google_accounts.json', `${id}-credentials.json`],
      // The agent runs programs from `tmp/bin`, and git in the repositories of `history`.
      own: ['tmp', 'history', 'projects', 'todos'],
      reads: [
        ...['settings.json', guide, 'extensions', 'commands', 'policies', 'skills', 'agents'],
        ...['trustedFolders.json', '.env', 'keybindings.json'],
      ],
      copies: ['installation_id'],
    },
  ],
  copies: [],
  keys,
  sets: { [`${id.toUpperCase()}_SANDBOX`]: 'false' },
});

/** The parts of the home folder that each known agent needs. */
export const knownPlaces: readonly KnownPlaces[] = [
  {
    id: 'claude',
    programs: ['claude', 'claude-code', 'claude-code-acp', 'claude-agent-acp'],
    folders: [
      {
        folder: '.claude',
        variable: 'CLAUDE_CONFIG_DIR',
        keeps: ['projects', 'todos', 'tasks', 'plans', 'file-history'],
        logins: ['.credentials.json'],
        reads: [
          ...['settings.json', 'settings.local.json', 'managed-settings.json', 'CLAUDE.md'],
          ...['commands', 'agents', 'skills', 'plugins', 'hooks', 'output-styles', 'rules'],
        ],
        // Claude Code keeps this file here if the folder is moved by the variable.
        copies: ['.claude.json'],
      },
    ],
    copies: ['.claude.json'],
    keys: /^(?:ANTHROPIC_|CLAUDE_|AWS_BEARER_TOKEN_BEDROCK$)/,
  },
  {
    id: 'codex',
    programs: ['codex', 'codex-acp'],
    folders: [
      {
        folder: '.codex',
        variable: 'CODEX_HOME',
        keeps: ['sessions', 'archived_sessions'],
        logins: ['auth.json'],
        own: ['sqlite'],
        reads: [
          ...['config.toml', 'AGENTS.md', 'AGENTS.override.md', 'prompts', 'rules', 'hooks.json'],
          ...['plugins', 'agents', 'skills'],
        ],
        copies: ['installation_id', 'version.json'],
        moves: { CODEX_SQLITE_HOME: 'sqlite' },
      },
    ],
    copies: [],
    keys: /^(?:OPENAI_|CODEX_|AZURE_OPENAI_)/,
  },
  geminiLike('gemini', '.gemini', 'GEMINI.md', /^(?:GEMINI_|GOOGLE_API_KEY$|GOOGLE_CLOUD_)/),
  geminiLike('qwen', '.qwen', 'QWEN.md', /^(?:QWEN_|DASHSCOPE_|OPENAI_|BAILIAN_)/),
  {
    id: 'opencode',
    programs: ['opencode', 'opencode-ai'],
    folders: [
      {
        folder: '.local/share/opencode',
        keeps: [],
        // The agent runs git in the repositories of `snapshot`.
        own: ['database', 'storage', 'snapshot', 'tool-output', 'repos'],
        reads: [],
        // A login can name a server whose settings are obeyed, so changes to it stay inside.
        ownLogins: ['auth.json', 'account.json', 'mcp-auth.json'],
        moves: { OPENCODE_DB: 'database/opencode.db' },
      },
      {
        folder: '.local/state/opencode',
        keeps: [],
        reads: [],
        copies: ['kv.json', 'model.json'],
      },
      // The agent writes a `.gitignore` there before it does anything else.
      { folder: '.config/opencode', keeps: [], reads: ['*'] },
    ],
    copies: [],
    keys: /_API_KEY$|^OPENCODE_/,
  },
  {
    id: 'copilot',
    programs: ['copilot', 'copilot-cli'],
    folders: [
      {
        folder: '.copilot',
        keeps: ['session-state', 'history-session-state'],
        reads: [
          ...['mcp-config.json', 'agents', 'skills', 'installed-plugins', 'hooks'],
          'copilot-instructions.md',
        ],
        copies: ['config.json', 'settings.json'],
      },
    ],
    copies: [],
    keys: /^(?:COPILOT_|GH_TOKEN$|GITHUB_TOKEN$)/,
  },
  {
    id: 'cursor',
    programs: ['cursor-agent', 'cursor-agent-acp'],
    folders: [
      {
        folder: '.cursor',
        keeps: ['chats', 'projects'],
        reads: ['cli-config.json', 'mcp.json', 'hooks.json', 'rules', 'commands', 'agents'],
      },
      { folder: '.config/cursor', keeps: [], logins: ['auth.json'], reads: [] },
    ],
    copies: [],
    keys: /^CURSOR_/,
  },
  {
    id: 'kimi',
    programs: ['kimi', 'kimi-code', 'kimi-cli'],
    folders: [
      {
        folder: '.kimi-code',
        variable: 'KIMI_CODE_HOME',
        keeps: ['sessions', 'credentials'],
        reads: ['config.toml', 'mcp.json', 'skills', 'AGENTS.md'],
        copies: ['session_index.jsonl', 'workspaces.json'],
      },
    ],
    copies: [],
    keys: /^(?:KIMI_|MOONSHOT_)/,
  },
  {
    id: 'cline',
    programs: ['cline'],
    folders: [
      {
        folder: '.cline',
        keeps: [],
        // The settings, which name programs to run, are next to the conversations.
        own: ['data/sessions', 'data/db'],
        reads: ['rules', 'hooks', 'skills', 'data/settings'],
      },
    ],
    copies: [],
    keys: /_API_KEY$|^CLINE_/,
  },
  {
    // The demo agent keeps nothing.
    id: 'demo',
    programs: ['demo-agent.js'],
    folders: [],
    copies: [],
    keys: /^(?!)/,
  },
];

/** The row of the agent that a command line starts, directly or through a package runner. */
export function placesOf(commandLine: readonly string[]): KnownPlaces | null {
  const names = commandLine.flatMap((word) => [programName(word), ...packageNames(word)]);
  return knownPlaces.find(({ programs }) => names.some((name) => programs.includes(name))) ?? null;
}

export function agentGrants(
  { folders }: Pick<KnownPlaces, 'folders'>,
  { variables, ownState }: Pick<SealedAgent, 'variables' | 'ownState'>,
  system: SealSystem,
): readonly Grant[] {
  const why = 'its login, kept only for sealed sessions of this project';
  const login: Grant = { path: loginFolder(ownState), access: 'write', why, isMade: true };
  const { links } = agentLogins({ folders }, { variables, ownState }, system);
  return [
    ...folders.flatMap((state) =>
      stateGrants(placeOf(state, variables, system), state, system, ownState),
    ),
    ...(links.length > 0 ? [login] : []),
  ];
}

/** Where it keeps its state, settings and login. */
export function agentFolders(
  { folders }: KnownPlaces,
  variables: Variables,
  system: SealSystem,
): readonly string[] {
  return folders.map((state) => placeOf(state, variables, system));
}

/** The files in the home folder that the agent gets copies of. */
export function agentCopies(
  { folders, copies }: KnownPlaces,
  variables: Variables,
  system: SealSystem,
): readonly string[] {
  const inside = folders.flatMap((state) =>
    [...(state.copies ?? []), ...(state.ownLogins ?? [])].map(
      (name) => `${placeOf(state, variables, system)}/${name}`,
    ),
  );
  const all = [...copies.map((name) => `${system.home}/${name}`), ...inside];
  return all.filter((path) => system.look(path)?.kind === 'file');
}

export interface AgentLogins {
  readonly fate: SealedLogin;
  /**
   * Links from the places where the agent looks for its login to the places where it is kept, each
   * in a folder in memory.
   */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/** Where the agent's login is kept, if it is not in the user's own files. */
export function agentLogins(
  { folders }: Pick<KnownPlaces, 'folders'>,
  { variables, ownState }: Pick<SealedAgent, 'variables' | 'ownState'>,
  system: SealSystem,
): AgentLogins {
  const files = folders.flatMap((state) => {
    const place = placeOf(state, variables, system);
    const of = (names: readonly string[], isShared: boolean) =>
      names.map((name) => {
        const path = `${place}/${name}`;
        return { path, name, isShared: isShared && system.look(path)?.kind === 'file' };
      });
    return [...of(state.logins ?? [], true), ...of(state.ownLogins ?? [], false)];
  });
  const apart = files.filter(({ isShared }) => !isShared);
  const isLost = files.length === 0;
  return {
    fate: isLost ? 'lost' : apart.length < files.length ? 'shared' : 'project',
    links: apart.map(({ path, name }) => ({ path, target: `${loginFolder(ownState)}/${name}` })),
  };
}

export function loginFolder(ownState: string): string {
  return `${ownState}/logins`;
}

/** Additional variables for a sealed agent. */
export function agentVariables(
  { folders, sets }: KnownPlaces,
  variables: Variables,
  system: SealSystem,
): Variables {
  const moved = folders.flatMap((state) =>
    Object.entries(state.moves ?? {}).map(([name, path]) => [
      name,
      `${placeOf(state, variables, system)}/${path}`,
    ]),
  );
  return { ...sets, ...Object.fromEntries(moved) };
}

const xdgFolders = {
  '.config/': 'XDG_CONFIG_HOME',
  '.local/share/': 'XDG_DATA_HOME',
  '.local/state/': 'XDG_STATE_HOME',
};

function placeOf(
  { folder, variable }: StateFolder,
  variables: Variables,
  { home }: SealSystem,
): string {
  const own = variable === undefined ? undefined : variables[variable];
  if (own?.startsWith('/')) return own.replace(/\/+$/, '');
  for (const [prefix, name] of Object.entries(xdgFolders)) {
    const base = variables[name];
    if (base?.startsWith('/') && folder.startsWith(prefix)) {
      return `${base.replace(/\/+$/, '')}/${folder.slice(prefix.length)}`;
    }
  }
  return `${home}/${folder}`;
}

/**
 * Grants access to a state folder. The folder itself is in memory. Kept files are mounted in it one
 * by one, from a folder that the agent cannot write to, so the agent cannot plant a link where the
 * next mount goes.
 */
function stateGrants(
  path: string,
  { keeps, logins = [], own = [], reads }: StateFolder,
  system: SealSystem,
  ownState: string,
): readonly Grant[] {
  // The folder is created if the agent was never used here, as the agent itself would do.
  const real = system.look(path)?.real ?? path;
  const shared = (why: string, isMade: boolean) => (name: string) => {
    const places = { path: `${path}/${name}`, source: `${real}/${name}` };
    return { ...places, access: 'write', why, isMade } satisfies Grant;
  };
  const kept = [
    ...keeps.map(shared('what the agent keeps: conversations', true)),
    ...logins
      .filter((name) => system.look(`${real}/${name}`)?.kind === 'file')
      .map(shared('its login', false)),
  ];
  const apart = own.map((name): Grant => {
    const why = 'what the agent keeps only for sealed sessions of this project';
    const places = { path: `${path}/${name}`, source: `${ownState}/${name}` };
    return { ...places, access: 'write', why, isMade: true };
  });
  const names = reads.includes('*') ? system.list(real) : reads;
  const read = names
    .filter((name) => system.look(`${real}/${name}`) !== null)
    .map((name): Grant => {
      const why = 'the agent’s settings, which it may not change';
      return { path: `${path}/${name}`, source: `${real}/${name}`, access: 'read', why };
    });
  const scratch: Grant = { path, access: 'scratch', why: 'the agent’s own folder' };
  return [scratch, ...kept, ...apart, ...read];
}

/** The packages that a file in `node_modules` belongs to: its program may have any name. */
function packageNames(word: string): readonly string[] {
  const [, name] = /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?([^\\/]+)[\\/]/.exec(word) ?? [];
  return name === undefined ? [] : [name.toLowerCase()];
}

/** `@scope/name@1.2` and `/usr/bin/name` are called `name`. */
function programName(word: string): string {
  const last = word.trim().split(/[\\/]/).at(-1) ?? '';
  return last
    .replace(/(?<=.)@.*$/, '')
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase();
}
