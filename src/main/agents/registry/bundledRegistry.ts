import type { RegistryAgent } from './registryFile';

const row = (
  id: string,
  name: string,
  [packageName, version]: readonly [string, string],
  args: readonly string[],
  description: string,
  bin: string | null = null,
): RegistryAgent => ({
  id,
  name,
  version,
  description,
  website: null,
  args,
  env: {},
  from: { type: 'npm', package: packageName, bin },
  whyNot: null,
});

/**
 * Other agents that can be installed before the registry was ever read: our own list of versions
 * that were tested with the app. The ids are the registry's.
 */
export const bundledRegistry: readonly RegistryAgent[] = [
  row(
    'claude-acp',
    'Claude Agent (ACP)',
    ['@agentclientprotocol/claude-agent-acp', '0.99.1'],
    [],
    'Claude Code through its ACP adapter.',
  ),
  row(
    'codex-acp',
    'Codex (ACP)',
    ['@agentclientprotocol/codex-acp', '2.6.0'],
    [],
    'Codex through its ACP adapter.',
  ),
  row('auggie', 'Auggie', ['@augmentcode/auggie', '0.36.0'], ['--acp'], 'Augment Code’s agent.'),
  row('kilo', 'Kilo', ['@kilocode/cli', '7.7.7'], ['acp'], 'Kilo Code’s agent.', 'kilo'),
  row(
    'grok-build',
    'Grok',
    ['@xai-official/grok', '1.0.41'],
    ['agent', 'stdio'],
    'xAI’s coding agent.',
  ),
  row('qoder', 'Qoder', ['@qoder-ai/qodercli', '1.1.52'], ['--acp'], 'Qoder’s agent.', 'qodercli'),
  row(
    'nanocoder',
    'Nanocoder',
    ['@nanocollective/nanocoder', '1.30.0'],
    ['--acp'],
    'An open agent for local and hosted models.',
  ),
];
