import { z } from 'zod';
import type { McpOutcome, OwnMcpServer } from '#main/agents/connection';
import { type OwnServerParts, type OwnTool, ownTools } from './ownTools';

/** Fields of an answer that never changes. */
const unchanging = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' } as const;

/**
 * Airlock's own MCP server for one session, through which the agent reaches the user, the review
 * and the checks. It uses the revision without a handshake, in which every request is independent.
 */
export function ownServer(parts: OwnServerParts): OwnMcpServer {
  return {
    name: 'airlock',
    async answer(method, params, signal) {
      switch (method) {
        case 'server/discover':
          return {
            result: {
              ...unchanging,
              supportedVersions: ['2026-07-28'],
              capabilities: { tools: {} },
              serverInfo: { name: 'airlock', title: 'Airlock', version: '1' },
            },
          };
        case 'tools/list':
          return { result: { ...unchanging, tools: toolList() } };
        case 'tools/call':
          return callTool(params, parts, signal);
        default:
          return { error: { code: -32601, message: `Method not found: ${method.slice(0, 100)}` } };
      }
    },
  };
}

function toolList(): readonly object[] {
  return Object.entries(ownTools).map(([name, { title, description, input, isReadOnly }]) => ({
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input),
    annotations: { title, readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  }));
}

async function callTool(
  { name, arguments: given = {} }: Readonly<Record<string, unknown>>,
  parts: OwnServerParts,
  signal: AbortSignal,
): Promise<McpOutcome> {
  if (typeof name !== 'string' || !Object.hasOwn(ownTools, name)) {
    const message = `There is no such tool. There are: ${Object.keys(ownTools).join(', ')}.`;
    return { error: { code: -32602, message } };
  }
  const tool = ownTools[name as keyof typeof ownTools] as OwnTool<z.ZodType>;
  const input = tool.input.safeParse(given);
  // Wrong arguments are reported as a tool's result, which models read and correct; they may never
  // see a protocol error.
  const { text, isError } = input.success
    ? await tool.run(input.data, parts, signal)
    : { text: z.prettifyError(input.error).slice(0, 1_000), isError: true };
  const content = [{ type: 'text', text }];
  return { result: { resultType: 'complete', content, ...(isError && { isError }) } };
}
