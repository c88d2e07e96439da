import type { Host } from '#main/host/host';
import type { Inspector } from '#main/host/inspector/inspector';
import { fail, ok } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import { inspectorRequests } from '#shared/ipc/inspector';
import type { Handlers } from './register';

export type InspectorRequest = keyof typeof inspectorRequests;

export function isInspectorRequest(name: string): name is InspectorRequest {
  return Object.hasOwn(inspectorRequests, name);
}

export interface InspectorServices {
  readonly host: Host;
  readonly inspector: Inspector;
  /** Where all that goes over an agent's wire is written. */
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
      if (!path) return fail('not-found', 'Nothing was written down for this agent.');
      return (await openInEditor(path, null)) ?? ok(null);
    },
  };
}
