import type { AgentSign } from './agentSign';
import type { AgentSettings } from './settings';

/** An agent that people have: how it is got, started and logged in to. */
export interface KnownAgent {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  /** The arguments that make the program speak a protocol of ours over its standard streams. */
  readonly args: readonly string[];
  readonly install: string;
  /** The command for a terminal, run once. */
  readonly login: string;
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
    install: 'npm install -g @anthropic-ai/claude-code',
    login: 'claude auth login',
    mark: { glyph: 'arch', hue: 5 },
  },
  {
    id: 'codex',
    name: 'Codex',
    command: 'codex',
    args: ['app-server'],
    install: 'npm install -g @openai/codex',
    login: 'codex login',
    mark: { glyph: 'bars', hue: 175 },
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    install: 'npm install -g @google/gemini-cli',
    login: 'gemini',
    mark: { glyph: 'twins', hue: 235 },
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    args: ['acp'],
    install: 'npm install -g opencode-ai',
    login: 'opencode auth login',
    mark: { glyph: 'stairs', hue: 205 },
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    command: 'copilot',
    args: ['--acp'],
    install: 'npm install -g @github/copilot',
    login: 'copilot login',
    mark: { glyph: 'chevrons', hue: 290 },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    command: 'cursor-agent',
    args: ['acp'],
    install: 'see cursor.com/cli',
    login: 'cursor-agent login',
    mark: { glyph: 'corner', hue: 262 },
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    install: 'npm install -g @qwen-code/qwen-code@latest',
    login: 'qwen',
    mark: { glyph: 'wave', hue: 315 },
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    command: 'kimi',
    args: ['acp'],
    install: 'npm install -g @moonshot-ai/kimi-code',
    login: 'kimi login',
    mark: { glyph: 'moon', hue: 340 },
  },
  {
    id: 'cline',
    name: 'Cline',
    command: 'cline',
    args: ['--acp'],
    install: 'npm install -g cline',
    login: 'cline auth',
    mark: { glyph: 'slope', hue: 145 },
  },
];

/** Finds an agent by the program that a command runs, wherever that is installed. */
export function knownAgentOf(command: string): KnownAgent | undefined {
  const file = command.trim().split(/[\\/]/).at(-1) ?? '';
  const program = file.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
  return knownAgents.find((agent) => agent.command === program);
}

/** The arguments of an agent: those of the settings, or those that a known program needs. */
export function argumentsOf({ command, args }: AgentSettings): readonly string[] {
  return args ?? knownAgentOf(command)?.args ?? [];
}
