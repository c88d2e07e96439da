import type { SessionRoots } from '#main/agents/connection';

/** The place of a session with an MCP server of each kind. */
export const servedPlace: SessionRoots = {
  cwd: '/work',
  additionalDirectories: [],
  mcpServers: [
    {
      name: 'files',
      server: { type: 'stdio', command: '/bin/files', args: ['--all'], env: { LEVEL: '2' } },
    },
    {
      name: 'web',
      server: { type: 'http', url: 'https://web.test/mcp', headers: { Authorization: 'Bearer x' } },
    },
  ],
};
