import { z } from 'zod';
import type { Host } from '#main/host/host';
import type { Inspector } from '#main/host/inspector/inspector';
import type { Guards, Handlers } from '#main/ipc/register';
import { sessionId } from '#main/ipc/sessionGuards';
import { fail, ok } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import type { inspectorRequests } from '#shared/ipc/inspector';

export type InspectorRequest = keyof typeof inspectorRequests;

const MAX_FILTER = 1_000;

export const inspectorGuards: Pick<Guards, InspectorRequest> = {
  'inspector.open': z.strictObject({
    sessionId,
    filter: z.strictObject({
      text: z.string().max(MAX_FILTER),
      show: z.enum(['all', 'messages', 'in', 'out', 'stderr', 'faults']),
      label: z.string().max(300).nullable(),
    }),
  }),
  'inspector.close': z.null(),
  'inspector.frame': z.strictObject({ sessionId, number: z.int().positive() }),
  'inspector.openTrace': z.strictObject({ sessionId }),
};

export interface InspectorServices {
  readonly host: Host;
  readonly inspector: Inspector;
  /** The trace file of an agent's wire. */
  trace(agentId: AgentId): Promise<string | null>;
  openInEditor(path: string, line: number | null): Promise<ReturnType<typeof fail> | null>;
}

export function createInspectorHandlers({
  host,
  inspector,
  trace,
  openInEditor,
}: InspectorServices): Pick<Handlers, InspectorRequest> {
  return {
    'inspector.open': ({ sessionId, filter }, windowId) =>
      inspector.open(windowId, sessionId, filter),
    'inspector.close': (_input, windowId) => {
      inspector.close(windowId);
      return ok(null);
    },
    'inspector.frame': ({ sessionId, number }) => inspector.frame(sessionId, number),
    'inspector.openTrace': async ({ sessionId }) => {
      const summary = host.list().find(({ id }) => id === sessionId);
      const path = summary && (await trace(summary.agent.id));
      if (!path) return fail('not-found', 'There is no trace file for this agent.');
      return (await openInEditor(path, null)) ?? ok(null);
    },
  };
}
