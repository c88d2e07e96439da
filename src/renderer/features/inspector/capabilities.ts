import type { AgentPowers } from '#shared/session/agent';

type Power = Exclude<keyof AgentPowers, 'prompt' | 'mcp'>;

const words: Readonly<Record<Power, string>> = {
  resume: 'resume sessions',
  load: 'load sessions with their history',
  list: 'list sessions',
  fork: 'fork sessions',
  close: 'close sessions',
  delete: 'delete sessions',
  setTitle: 'take session titles from Airlock',
  steer: 'accept messages while working',
  logout: 'log out',
  additionalDirectories: 'work in several folders',
};

/** The capabilities of an agent, in words that follow “Can”. */
export function capabilityWords(powers: AgentPowers): readonly string[] {
  const can = (Object.keys(words) as Power[]).filter((power) => powers[power]);
  const servers = [...(powers.mcp?.http ? ['HTTP'] : []), ...(powers.mcp?.sse ? ['SSE'] : [])];
  return [
    ...can.map((power) => words[power]),
    ...(servers.length > 0 ? [`use MCP servers over ${servers.join(' and ')}`] : []),
  ];
}

export function promptWords({ prompt }: AgentPowers): string {
  const kinds = [
    'text',
    'links',
    ...(prompt.image ? ['images'] : []),
    ...(prompt.audio ? ['audio'] : []),
    ...(prompt.embeddedContext ? ['files'] : []),
  ];
  return kinds.join(', ');
}
