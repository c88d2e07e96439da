import type { AuthenticationMethod } from '#shared/session/agent';

/** Claude Code logs in with its own command, or reads an API key from its environment. */
export const loginMethods: readonly AuthenticationMethod[] = [
  {
    id: 'claude-login',
    name: 'Log in with Claude',
    description: 'With a Claude subscription',
    how: terminal('--claudeai'),
  },
  {
    id: 'console-login',
    name: 'Log in with the Anthropic Console',
    description: 'Billed by API usage',
    how: terminal('--console'),
  },
  {
    id: 'api-key',
    name: 'Use an API key',
    how: { type: 'environment', variables: ['ANTHROPIC_API_KEY'] },
  },
];

function terminal(flag: string): AuthenticationMethod['how'] {
  const args = ['auth', 'login', flag];
  return { type: 'terminal', command: 'claude', args, env: {}, label: `claude ${args.join(' ')}` };
}
