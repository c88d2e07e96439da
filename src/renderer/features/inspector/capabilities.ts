import type { AgentPowers } from '#shared/session/agent';

type Power = Exclude<keyof AgentPowers, 'prompt' | 'mcp'>;

const words: Readonly<Record<Power, string>> = {
  resume: 'resume conversations',
  load: 'load conversations with all that was said',
  list: 'list its conversations',
  fork: 'copy a conversation',
  close: 'close conversations',
  delete: 'delete conversations',
  setTitle: 'take titles from here',
  steer: 'take messages while it works',
  logout: 'log out',
  additionalDirectories: 'work in several folders',
};

/** What an agent can do, in words that go on from “It can”. */
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
