import type { Variables } from '../environment/environmentLookup';
import type { Grant, SealSystem } from './sealPlan';

/** A folder in which an agent keeps its state, below the home folder. */
interface StateFolder {
  readonly folder: string;
  /** The variable by which the user may have moved it. */
  readonly variable?: string;
  /**
   * What may be written: folders, and files by a `!` at the end. Everything else that the agent
   * writes there is in memory and gone when it ends, so that nothing arms itself for later.
   */
  readonly keeps: readonly string[];
  /** Settings, instructions, extensions: it may read them. */
  readonly reads: readonly string[];
}

export interface KnownPlaces {
  readonly id: string;
  /** Names by which a command line calls it, adapters included. */
  readonly programs: readonly string[];
  readonly folders: readonly StateFolder[];
  /** Files of the home folder of which it gets a copy, because programs replace them. */
  readonly copies: readonly string[];
  /** Variables that hold its own keys. */
  readonly keys: RegExp;
}

const geminiLike = (id: string, folder: string, guide: string, keys: RegExp): KnownPlaces => ({
  id,
  programs: [id, `${id}-cli`, `${id}-code`],
  folders: [
    {
      folder,
      keeps: ['tmp', 'history', 'projects', 'todos', 'oauth_creds.json!', 'google_accounts.json!'],
      reads: [
        ...['settings.json', guide, 'extensions', 'commands', 'policies', 'skills', 'agents'],
        ...['trustedFolders.json', 'installation_id', 'projects.json', '.env'],
      ],
    },
  ],
  copies: [],
  keys,
});

/** What each known agent needs of the home folder. */
export const knownPlaces: readonly KnownPlaces[] = [
  {
    id: 'claude',
    programs: ['claude', 'claude-code', 'claude-code-acp', 'claude-agent-acp'],
    folders: [
      {
        folder: '.claude',
        variable: 'CLAUDE_CONFIG_DIR',
        keeps: [
          ...['projects', 'todos', 'tasks', 'plans', 'sessions', 'file-history'],
          '.credentials.json!',
        ],
        reads: [
          ...['settings.json', 'settings.local.json', 'managed-settings.json', 'CLAUDE.md'],
          ...['commands', 'agents', 'skills', 'plugins', 'hooks', 'output-styles', 'rules'],
        ],
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
        keeps: ['sessions', 'archived_sessions', 'auth.json!', 'history.jsonl!'],
        reads: [
          ...['config.toml', 'AGENTS.md', 'prompts', 'skills', 'rules', 'plugins', 'hooks.json'],
          ...['installation_id', 'version.json'],
        ],
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
        keeps: [
          ...[
            'storage',
            'project',
            'log',
            'snapshot',
            'tool-output',
            'auth.json!',
            'account.json!',
          ],
          ...['opencode.db!', 'opencode.db-wal!', 'opencode.db-shm!'],
        ],
        reads: ['bin', 'mcp-auth.json'],
      },
      { folder: '.local/state/opencode', keeps: [], reads: ['kv.json', 'model.json'] },
      { folder: '.config/opencode', keeps: [], reads: ['.'] },
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
        keeps: ['session-state', 'history-session-state', 'logs'],
        reads: ['config.json', 'mcp-config.json', 'agents', 'skills', 'copilot-instructions.md'],
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
      { folder: '.config/cursor', keeps: ['auth.json!'], reads: [] },
    ],
    copies: [],
    keys: /^CURSOR_/,
  },
  {
    id: 'kimi',
    programs: ['kimi', 'kimi-code', 'kimi-cli'],
    folders: [
      {
        folder: '.kimi',
        keeps: ['sessions', 'logs', 'credentials'],
        reads: ['config.toml', 'config.json', 'mcp.json', 'skills', 'AGENTS.md'],
      },
    ],
    copies: [],
    keys: /^(?:KIMI_|MOONSHOT_)/,
  },
  {
    id: 'cline',
    programs: ['cline'],
    folders: [{ folder: '.cline', keeps: ['data'], reads: ['rules', 'hooks', 'skills'] }],
    copies: [],
    keys: /_API_KEY$|^CLINE_/,
  },
  {
    // It keeps nothing.
    id: 'demo',
    programs: ['demo-agent.js'],
    folders: [],
    copies: [],
    keys: /^(?!)/,
  },
];

/** The row of the agent that a command line starts, directly or by a package runner. */
export function placesOf(commandLine: readonly string[]): KnownPlaces | null {
  const names = commandLine.map(programName);
  return knownPlaces.find(({ programs }) => names.some((name) => programs.includes(name))) ?? null;
}

export function agentGrants(
  { folders }: KnownPlaces,
  variables: Variables,
  system: SealSystem,
): readonly Grant[] {
  return folders.flatMap((state) => {
    const moved = state.variable === undefined ? undefined : variables[state.variable];
    const path = moved?.startsWith('/')
      ? moved.replace(/\/+$/, '')
      : `${system.home}/${state.folder}`;
    return stateGrants(path, state, system);
  });
}

/**
 * The folder itself is in memory. What is kept is shown in it one by one, and comes from a folder in
 * which the agent can write nothing: it cannot put a link in the place of what is shown to it next.
 */
function stateGrants(
  path: string,
  { keeps, reads }: StateFolder,
  system: SealSystem,
): readonly Grant[] {
  const place = system.look(path);
  // An agent that was never used here has nothing to keep.
  if (place?.kind !== 'folder') return [];
  const outside = (name: string) => (name === '.' ? place.real : `${place.real}/${name}`);
  const inside = (name: string) => (name === '.' ? path : `${path}/${name}`);
  const kept = keeps.flatMap((entry): readonly Grant[] => {
    const isFile = entry.endsWith('!');
    const name = isFile ? entry.slice(0, -1) : entry;
    const found = system.look(outside(name));
    if (isFile && found?.kind !== 'file') return [];
    const why = 'what the agent keeps: conversations and its login';
    const grant = { path: inside(name), source: outside(name), access: 'write', why } as const;
    return [isFile ? grant : { ...grant, isMade: true }];
  });
  const read = reads
    .filter((name) => system.look(outside(name)) !== null)
    .map((name): Grant => {
      const why = 'the agent’s settings, which it may not change';
      return { path: inside(name), source: outside(name), access: 'read', why };
    });
  const scratch: Grant = { path, access: 'scratch', why: 'the agent’s own folder' };
  return reads.includes('.') ? read : [scratch, ...kept, ...read];
}

/** `@scope/name@1.2` and `/usr/bin/name` are called `name`. */
function programName(word: string): string {
  const last = word.trim().split(/[\\/]/).at(-1) ?? '';
  return last
    .replace(/(?<=.)@.*$/, '')
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase();
}
