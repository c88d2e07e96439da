export const place = { cwd: '/work', additionalDirectories: ['/more'] };

export const say = (text: string) => [{ type: 'text', text }] as const;

export const chunk = (text: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

export const sessionPowers = (...names: string[]) => ({
  agentCapabilities: {
    sessionCapabilities: Object.fromEntries(names.map((name) => [name, {}])),
  },
});
