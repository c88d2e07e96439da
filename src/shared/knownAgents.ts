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
  },
  {
    id: 'codex',
    name: 'Codex',
    command: 'codex',
    args: ['app-server'],
    install: 'npm install -g @openai/codex',
    login: 'codex login',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    install: 'npm install -g @google/gemini-cli',
    login: 'gemini',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    args: ['acp'],
    install: 'npm install -g opencode-ai',
    login: 'opencode auth login',
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    command: 'copilot',
    args: ['--acp'],
    install: 'npm install -g @github/copilot',
    login: 'copilot login',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    command: 'cursor-agent',
    args: ['acp'],
    install: 'see cursor.com/cli',
    login: 'cursor-agent login',
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    install: 'npm install -g @qwen-code/qwen-code@latest',
    login: 'qwen',
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    command: 'kimi',
    args: ['acp'],
    install: 'npm install -g @moonshot-ai/kimi-code',
    login: 'kimi login',
  },
  {
    id: 'cline',
    name: 'Cline',
    command: 'cline',
    args: ['--acp'],
    install: 'npm install -g cline',
    login: 'cline auth',
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
