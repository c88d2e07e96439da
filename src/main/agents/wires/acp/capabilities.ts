import type * as acp from '@agentclientprotocol/sdk/unstable';
import type { OfferedServices } from '#main/agents/connection';
import type { AgentPowers } from '#shared/session/agent';
import type { AcpInitialize } from './answers';

/** The services that we provide to an agent; only these are advertised. */
export function clientCapabilities(services: OfferedServices): acp.ClientCapabilities {
  return {
    fs: { readTextFile: services.fileSystem, writeTextFile: services.fileSystem },
    terminal: services.terminal,
    auth: { terminal: true },
    elicitation: { form: {}, url: {} },
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    plan: {},
    subagents: {},
    // Agents used these extensions before the protocol had a method, and still use them.
    _meta: { 'terminal-auth': true, terminal_output: true },
  };
}

export function powersOf({ agentCapabilities, steering }: AcpInitialize): AgentPowers {
  const { sessionCapabilities: session, promptCapabilities, mcpCapabilities } = agentCapabilities;
  return {
    ...flag('load', agentCapabilities.loadSession),
    ...flag('resume', session.resume),
    ...flag('list', session.list),
    ...flag('close', session.close),
    ...flag('delete', session.delete),
    ...flag('fork', session.fork),
    ...flag('setTitle', session.title),
    ...flag('steer', steering),
    ...flag('logout', agentCapabilities.logout),
    ...flag('additionalDirectories', session.additionalDirectories),
    prompt: {
      ...flag('image', promptCapabilities.image),
      ...flag('audio', promptCapabilities.audio),
      ...flag('embeddedContext', promptCapabilities.embeddedContext),
    },
    mcp: {
      ...flag('http', mcpCapabilities.http),
      ...flag('sse', mcpCapabilities.sse),
      ...flag('acp', mcpCapabilities.acp),
    },
  };
}

function flag<K extends string>(name: K, isSet: boolean): { readonly [P in K]?: true } {
  return isSet ? ({ [name]: true } as { readonly [P in K]: true }) : {};
}
