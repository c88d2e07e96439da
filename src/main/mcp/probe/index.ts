import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, ListToolsResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import {
  PROBE_MILLISECONDS,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  TOOL_PAGES,
  TOOLS,
} from '#main/mcp/limits';
import type { ProbeOutcome } from '#main/mcp/probeReport';
import type { McpServer } from '#shared/mcp/server';
import { boundedFetch, TooMuch } from './boundedFetch';
import { BoundedStdio } from './boundedStdio';
import { failureWords } from './failureWords';

/** The program that started this one limits the time for all requests together. */
const TIMEOUT = { timeout: PROBE_MILLISECONDS };

/**
 * Tests one MCP server and lists its tools: reads one line of JSON and writes one. It is started
 * like an agent and starts the server itself, so that both end together.
 */
const server = JSON.parse(await firstLine()) as McpServer;
const outcome = await attempt(server);
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));

async function firstLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}

async function attempt(tried: McpServer): Promise<ProbeOutcome> {
  const client = new Client({ name: 'airlock', version: '1' }, { capabilities: {} });
  const bounds = boundedFetch();
  const transport = transportTo(tried, bounds.fetch);
  let lastError: Error | null = null;
  let isClosed = false;
  client.onclose = () => {
    isClosed = true;
  };
  client.onerror = (error) => {
    lastError = error;
  };
  try {
    const listed = client.connect(transport, TIMEOUT).then(() => toolsOf(client));
    const { tools, isComplete } = await Promise.race([listed, bounds.exceeded]);
    const version = client.getServerVersion();
    return {
      ok: true,
      name: cut(version?.title ?? version?.name, TOOL_NAME),
      version: cut(version?.version, TOOL_NAME),
      protocol: cut(revisionOf(transport), TOOL_NAME),
      tools,
      isComplete,
    };
  } catch (error) {
    // An error says more than the end of the connection that it caused, and an answer says more
    // than earlier errors.
    const isAnswer =
      error instanceof McpError && !isClosed && error.code !== ErrorCode.RequestTimeout;
    const reason = isAnswer || error instanceof TooMuch ? error : (lastError ?? error);
    return { ok: false, message: failureWords(reason).slice(0, 2_000) };
  } finally {
    await client.close().catch(() => undefined);
  }
}

function transportTo(tried: McpServer, bounded: typeof fetch): Transport {
  if (tried.type === 'stdio') return new BoundedStdio(tried);
  const options = { requestInit: { headers: { ...tried.headers } }, fetch: bounded };
  const url = new URL(tried.url);
  // The SDK's types are less exact than ours about which members may be undefined.
  return (
    tried.type === 'sse'
      ? new SSEClientTransport(url, options)
      : new StreamableHTTPClientTransport(url, options)
  ) as Transport;
}

/** Does not use the SDK's own function, which compiles the schemas that a server sends. */
async function toolsOf(client: Client) {
  const tools: { name: string; description: string | null }[] = [];
  if (client.getServerCapabilities()?.tools === undefined) return { tools, isComplete: true };
  let cursor: string | undefined;
  for (let page = 0; page < TOOL_PAGES && tools.length < TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const request = { method: 'tools/list', params };
    const answer = await client.request(request, ListToolsResultSchema, TIMEOUT);
    for (const { name, title, description } of answer.tools) {
      tools.push({
        name: cut(name, TOOL_NAME) ?? '',
        description: cut(description ?? title, TOOL_DESCRIPTION),
      });
    }
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  const isComplete = cursor === undefined && tools.length <= TOOLS;
  return { tools: tools.slice(0, TOOLS), isComplete };
}

function revisionOf(transport: Transport): string | undefined {
  return 'protocolVersion' in transport && typeof transport.protocolVersion === 'string'
    ? transport.protocolVersion
    : undefined;
}

function cut(text: string | undefined, most: number): string | null {
  if (text === undefined) return null;
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
