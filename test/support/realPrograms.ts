import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the programs are installed, each in a separate folder. */
const root = process.env.AIRLOCK_REAL_AGENTS_ROOT ?? '';

/** The stand-in for their models. */
const MODEL = process.env.AIRLOCK_REAL_AGENTS_MODEL ?? 'http://127.0.0.1:8901';

/** A real program as users have it: in PATH, with its files in the home folder. */
export interface RealProgram {
  readonly name: string;
  /** The name of its protocol in the agent's details. */
  readonly speaks: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The folder of its installation. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Its settings, by their paths in the home folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The kinds of isolation in which it asks before edits; otherwise it relies on its sandbox. */
  readonly asks: readonly ('Isolated' | 'Sealed')[];
  /** Without a seal, its own sandbox does not let commands write, unless it asks for more. */
  readonly escalates?: true;
  /** It cannot load a conversation within a minute of its beginning. */
  readonly forgetsForAMinute?: true;
}

const claude = {
  ANTHROPIC_BASE_URL: MODEL,
  ANTHROPIC_API_KEY: 'dummy-key',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
};

const codexSettings = `model = "fake-model"
model_provider = "fake"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false

[model_providers.fake]
name = "Fake"
base_url = "${MODEL}/v1"
wire_api = "responses"
requires_openai_auth = false
supports_websockets = false

[analytics]
enabled = false
`;

const openCodeSettings = {
  autoupdate: false,
  share: 'disabled',
  model: 'fake/fake-model',
  small_model: 'fake/fake-model',
  permission: { edit: 'ask', bash: 'ask' },
  enabled_providers: ['fake'],
  provider: {
    fake: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${MODEL}/v1`, apiKey: 'dummy' },
      models: { 'fake-model': { tool_call: true, limit: { context: 128_000, output: 8_192 } } },
    },
  },
};

const geminiSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};

const BOTH = ['Isolated', 'Sealed'] as const;

export const realPrograms: readonly RealProgram[] = [
  {
    name: 'Claude Code',
    speaks: 'Claude Code stream-json',
    command: 'claude',
    args: [
      ...['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
      ...['--permission-prompt-tool', 'stdio', '--include-partial-messages'],
    ],
    folder: 'claude-code-latest',
    env: claude,
    files: { '.claude/settings.json': '{}' },
    asks: BOTH,
  },
  {
    name: 'Claude Agent',
    speaks: 'ACP v1',
    command: 'claude-agent-acp',
    args: [],
    folder: 'claude-agent-acp-latest',
    env: claude,
    files: { '.claude/settings.json': '{}' },
    asks: BOTH,
  },
  {
    name: 'Codex',
    speaks: 'Codex app-server',
    command: 'codex',
    args: ['app-server'],
    folder: 'codex',
    env: {},
    files: { '.codex/config.toml': codexSettings },
    asks: ['Isolated'],
    escalates: true,
  },
  {
    name: 'Codex ACP',
    speaks: 'ACP v1',
    command: 'codex-acp',
    args: [],
    folder: 'codex-acp',
    env: {},
    files: { '.codex/config.toml': codexSettings },
    asks: [],
  },
  {
    name: 'Gemini CLI',
    speaks: 'ACP v1',
    command: 'gemini',
    args: ['--acp'],
    folder: 'gemini',
    env: {
      GEMINI_API_KEY: 'dummy-key',
      GOOGLE_GEMINI_BASE_URL: MODEL,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    files: { '.gemini/settings.json': JSON.stringify(geminiSettings) },
    asks: BOTH,
    forgetsForAMinute: true,
  },
  {
    name: 'OpenCode',
    speaks: 'ACP v1',
    command: 'opencode',
    args: ['acp'],
    folder: 'opencode',
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    files: { '.config/opencode/opencode.json': JSON.stringify(openCodeSettings) },
    asks: BOTH,
  },
];

/** Makes a home folder with the program, and returns the agent's settings that start it there. */
export function installedAt(home: string, program: RealProgram) {
  const bin = join(home, '.npm-global', 'bin');
  mkdirSync(bin, { recursive: true });
  const { command, args, env, files, folder } = program;
  symlinkSync(join(root, 'i', folder, 'node_modules', '.bin', command), join(bin, command));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const node = join(root, 'i', 'node24', 'node_modules', 'node', 'bin');
  const path = `${bin}:${node}:/usr/local/bin:/usr/bin:/bin`;
  return { command, args, env: { ...env, HOME: home, PATH: path }, wire: 'auto' as const };
}

export function isInstalled({ folder }: RealProgram): boolean {
  return root !== '' && existsSync(join(root, 'i', folder));
}
