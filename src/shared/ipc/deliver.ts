import type { RequestTool } from '#shared/deliver/deliverCommands';
import type { Contributor, DraftFacts } from '#shared/deliver/draftMessage';
import type { SessionId } from '#shared/ids';
import type { CheckState } from './checks';
import { type RequestMarker, request } from './marker';

/** The ways to deliver, and the facts for a draft message. */
export interface DeliverFacts extends DraftFacts {
  /** The user's remotes, without the addresses. */
  readonly remotes: readonly string[];
  /** The program that opens pull requests there; null if neither is installed. */
  readonly tool: RequestTool | null;
  /** What the checks said about exactly what was accepted. */
  readonly checks: readonly CheckState[];
  readonly contributors: readonly Contributor[];
}

export const deliverRequests = {
  'deliver.facts': request<{ readonly sessionId: SessionId }, DeliverFacts>(),
  /** Puts a text into a file of ours, for a command that takes it from there. */
  'deliver.write': request<
    { readonly sessionId: SessionId; readonly text: string },
    { readonly path: string }
  >(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;
