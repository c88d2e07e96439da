/**
 * Programs that run on a Node and not in the app: the agent that we ship, the tester of MCP
 * servers, the connection to agents at an address, and the command-line client.
 */
export const nodePrograms = {
  'demo-agent': 'src/demo-agent/index.ts',
  'mcp-probe': 'src/main/mcp/probe/index.ts',
  'socket-bridge': 'src/main/agents/socket/index.ts',
  'agent-cli': 'src/main/cli/agentCli.ts',
};
