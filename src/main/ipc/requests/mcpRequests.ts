import { z } from 'zod';
import { folder } from '#main/ipc/folderGuard';
import type { Guards, Handlers } from '#main/ipc/register';
import { name, sessionId } from '#main/ipc/sessionGuards';
import type { McpSecrets } from '#main/mcp/mcpSecrets';
import type { McpServers } from '#main/mcp/mcpServers';
import { projectServer, serverName } from '#main/mcp/serverSchema';
import { ok } from '#shared/errors';
import { IMPORT_CHARACTERS } from '#shared/ipc/agents';
import type { mcpRequests } from '#shared/ipc/mcp';

export type McpRequest = keyof typeof mcpRequests;

const testId = z.string().min(1).max(100);

export const mcpGuards: Pick<Guards, McpRequest> = {
  'mcp.test': z.strictObject({
    testId,
    target: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('entry'), entry: projectServer }),
      z.strictObject({ type: z.literal('session'), sessionId, name }),
    ]),
  }),
  'mcp.cancelTest': z.strictObject({ testId }),
  'mcp.secrets': z.null(),
  'mcp.moveSecrets': z.strictObject({ name: serverName }),
  'mcp.keepSecrets': z.strictObject({ name: serverName, entry: projectServer }),
  'mcp.importable': z.strictObject({
    text: z.string().max(IMPORT_CHARACTERS).nullable(),
    folder: folder.nullable(),
  }),
};

export interface McpServices {
  readonly mcp: McpServers;
  readonly mcpSecrets: McpSecrets;
}

export function createMcpHandlers({ mcp, mcpSecrets }: McpServices): Pick<Handlers, McpRequest> {
  return {
    'mcp.test': (input) => mcp.test(input.testId, input.target),
    'mcp.cancelTest': (input) => {
      mcp.cancelTest(input.testId);
      return ok(null);
    },
    'mcp.secrets': async () => ok(mcpSecrets.view()),
    'mcp.moveSecrets': (input) => mcpSecrets.move(input.name),
    'mcp.keepSecrets': (input) => mcpSecrets.keep(input.name, input.entry),
    'mcp.importable': async (input) => ok(await mcp.importable(input.text, input.folder)),
  };
}
