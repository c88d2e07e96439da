import type { AgentSign } from './agentSign';
import type { Wire } from './session/wires';
import type { AgentSettings } from './settings';

/** A package of the npm registry, always of one version. */
export interface AgentPackage {
  readonly name: string;
  /** The version that was tried with the app; newer ones are offered as updates. */
  readonly version: string;
  /**
   * The program itself, where the package's own is a placeholder that an install script would
   * replace: scripts of packages are never run. `{platform}` and `{arch}` are Node's names.
   */
  readonly native?: { readonly package: string; readonly file: string };
  /** The oldest Node that it runs on; absent: it brings what it needs. */
  readonly node?: string;
}

/** Signs, found without running anything, that somebody has logged in. */
export interface LoginSigns {
  /** Below the home folder. */
  readonly files: readonly string[];
  readonly variables: readonly string[];
  /** Platforms where it may be kept in a place that cannot be looked at, such as a key chain. */
  readonly hiddenOn?: readonly string[];
}

/** A common agent: how to install it, start it and log in. */
export interface KnownAgent {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  /** The arguments that make the program speak a protocol of ours over its standard streams. */
  readonly args: readonly string[];
  readonly wire: Wire;
  /** Null: it is not on the npm registry, and `website` says how to get it. */
  readonly package: AgentPackage | null;
  readonly website: string;
  /** The agent's id in the ACP registry, if the registry starts the same program. */
  readonly registryId?: string;
  /** The command for a terminal, run once. */
  readonly login: string;
  /** Null: it works without one. */
  readonly loginSigns: LoginSigns | null;
  /** Drawn by us: no trade marks. */
  readonly mark: AgentSign;
}

export const knownAgents: readonly KnownAgent[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    command: 'claude',
    args: [
      '-p',
      '--verbose',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--permission-prompt-tool',
      'stdio',
      '--include-partial-messages',
    ],
    wire: 'claude',
    package: {
      name: '@anthropic-ai/claude-code',
      version: '2.1.325',
      native: { package: '@anthropic-ai/claude-code-{platform}-{arch}', file: 'claude' },
    },
    website: 'claude.com/claude-code',
    login: 'claude auth login',
    loginSigns: {
      files: ['.claude/.credentials.json'],
      variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
      hiddenOn: ['darwin'],
    },
    mark: { glyph: 'arch', hue: 5 },
  },
  {
    id: 'codex',
    name: 'Codex',
    command: 'codex',
    args: ['app-server'],
    wire: 'codex',
    package: { name: '@openai/codex', version: '0.166.0', node: '16.0.0' },
    website: 'developers.openai.com/codex',
    login: 'codex login',
    loginSigns: { files: ['.codex/auth.json'], variables: ['CODEX_API_KEY'] },
    mark: { glyph: 'bars', hue: 175 },
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    wire: 'acp',
    package: { name: '@google/gemini-cli', version: '0.61.0', node: '20.0.0' },
    website: 'geminicli.com',
    registryId: 'gemini',
    login: 'gemini',
    loginSigns: {
      files: ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json'],
      variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    },
    mark: { glyph: 'twins', hue: 235 },
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    args: ['acp'],
    wire: 'acp',
    package: {
      name: 'opencode-ai',
      version: '1.18.33',
      native: { package: 'opencode-{platform}-{arch}', file: 'bin/opencode' },
    },
    website: 'opencode.ai',
    registryId: 'opencode',
    login: 'opencode auth login',
    loginSigns: null,
    mark: { glyph: 'stairs', hue: 205 },
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    command: 'copilot',
    args: ['--acp'],
    wire: 'acp',
    package: { name: '@github/copilot', version: '1.0.102', node: '20.0.0' },
    website: 'github.com/features/copilot/cli',
    registryId: 'github-copilot-cli',
    login: 'copilot login',
    loginSigns: {
      files: [],
      variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
      hiddenOn: ['darwin', 'linux', 'win32'],
    },
    mark: { glyph: 'chevrons', hue: 290 },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    command: 'cursor-agent',
    args: ['acp'],
    wire: 'acp',
    package: null,
    website: 'cursor.com/cli',
    registryId: 'cursor',
    login: 'cursor-agent login',
    loginSigns: {
      files: ['.config/cursor/auth.json'],
      variables: ['CURSOR_API_KEY'],
      hiddenOn: ['darwin'],
    },
    mark: { glyph: 'corner', hue: 262 },
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    wire: 'acp',
    package: { name: '@qwen-code/qwen-code', version: '0.24.4', node: '22.0.0' },
    website: 'github.com/QwenLM/qwen-code',
    registryId: 'qwen-code',
    login: 'qwen',
    loginSigns: {
      files: ['.qwen/oauth_creds.json', '.qwen/settings.json'],
      variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    },
    mark: { glyph: 'wave', hue: 315 },
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    command: 'kimi',
    args: ['acp'],
    wire: 'acp',
    package: { name: '@moonshot-ai/kimi-code', version: '2.1.0', node: '22.19.0' },
    website: 'kimi.com/code',
    registryId: 'kimi',
    login: 'kimi login',
    loginSigns: { files: ['.kimi-code/credentials'], variables: ['KIMI_API_KEY'] },
    mark: { glyph: 'moon', hue: 340 },
  },
  {
    id: 'cline',
    name: 'Cline',
    command: 'cline',
    args: ['--acp'],
    wire: 'acp',
    package: { name: 'cline', version: '3.0.65', node: '20.0.0' },
    website: 'cline.bot',
    registryId: 'cline',
    login: 'cline auth',
    loginSigns: {
      files: [],
      variables: ['CLINE_API_KEY'],
      hiddenOn: ['darwin', 'linux', 'win32'],
    },
    mark: { glyph: 'slope', hue: 145 },
  },
];

/** What is typed in a terminal to install it for all programs; null if it is not a package. */
export function installLine({ package: from }: KnownAgent): string | null {
  return from === null ? null : `npm install -g ${from.name}@${from.version}`;
}

/** Finds an agent by the program that a command runs, wherever that is installed. */
export function knownAgentOf(command: string): KnownAgent | undefined {
  const file = command.trim().split(/[\\/]/).at(-1) ?? '';
  const program = file.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
  return knownAgents.find((agent) => agent.command === program);
}

/** The arguments of an agent: those of the settings, or those that a known program needs. */
export function argumentsOf({ command = '', args }: AgentSettings): readonly string[] {
  return args ?? knownAgentOf(command)?.args ?? [];
}
