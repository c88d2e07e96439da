import { z } from 'zod';
import type { Host } from '#main/host/host';
import type { Inspector } from '#main/host/inspector/inspector';
import type { Guards, Handlers } from '#main/ipc/register';
import { entryId, sessionId } from '#main/ipc/sessionGuards';
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
  'inspector.rows': z.strictObject({
    from: z.int().nonnegative(),
    to: z.int().nonnegative(),
  }),
  'inspector.ordinal': z.strictObject({ number: z.int().positive() }),
  'inspector.frameOf': z.strictObject({ sessionId, entryId }),
  'inspector.entryOf': z.strictObject({ sessionId, number: z.int().positive() }),
  'inspector.export': z.strictObject({ sessionId }),
  'inspector.openTrace': z.strictObject({ sessionId }),
};

export interface InspectorServices {
  readonly host: Host;
  readonly inspector: Inspector;
  /** The trace file of an agent's wire. */
  trace(agentId: AgentId): Promise<string | null>;
  /** Asks the user for a file to write; null if they choose none. */
  pickTarget(name: string): Promise<string | null>;
  openInEditor(path: string, line: number | null): Promise<ReturnType<typeof fail> | null>;
}

export function createInspectorHandlers({
  host,
  inspector,
  trace,
  openInEditor,
  pickTarget,
}: InspectorServices): Pick<Handlers, InspectorRequest> {
  return {
    'inspector.open': ({ sessionId, filter }, windowId) =>
      inspector.open(windowId, sessionId, filter),
    'inspector.close': (_input, windowId) => {
      inspector.close(windowId);
      return ok(null);
    },
    'inspector.rows': ({ from, to }, windowId) => inspector.rows(windowId, from, to),
    'inspector.ordinal': ({ number }, windowId) => inspector.ordinal(windowId, number),
    'inspector.frame': ({ sessionId, number }, windowId) =>
      inspector.frame(windowId, sessionId, number),
    'inspector.frameOf': ({ sessionId, entryId }) => inspector.frameOf(sessionId, entryId),
    'inspector.entryOf': ({ sessionId, number }, windowId) =>
      inspector.entryOf(windowId, sessionId, number),
    'inspector.export': async ({ sessionId }) => {
      const name = await host.exportName(sessionId);
      if (!name.ok) return name;
      const path = await pickTarget(`${name.value} messages.ndjson`);
      if (path === null) return ok({ path });
      const exported = await inspector.export(sessionId, path);
      return exported.ok ? ok({ path }) : exported;
    },
    'inspector.openTrace': async ({ sessionId }) => {
      const summary = host.list().find(({ id }) => id === sessionId);
      const path = summary && (await trace(summary.agent.id));
      if (!path) return fail('not-found', 'There is no trace file for this agent.');
      return (await openInEditor(path, null)) ?? ok(null);
    },
  };
}
