import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { JsonRecord } from '../../json';
import { acpConnection } from '../acpConnection';
import { readDraftAnswer } from './answers';
import { DraftLink } from './draftLink';
import { DRAFT_VERSION } from './messages';

/** The version that the agent speaks. */
export type Negotiated =
  | { readonly type: 'draft'; readonly connection: AgentConnection }
  /** The agent has been greeted and answered in version 1. */
  | { readonly type: 'greeted'; readonly answer: JsonRecord }
  /** The agent rejects the draft and must be greeted again. */
  | { readonly type: 'refused' };

/**
 * Asks for version 2. Rejects with a `ConnectionError`; disposes of a connection that it does not
 * return.
 */
export async function negotiate(options: ConnectOptions, ids: IdSource): Promise<Negotiated> {
  const link = new DraftLink(options, ids);
  try {
    const answer = await link.greet(options);
    if (answer.protocolVersion !== DRAFT_VERSION) {
      link.dispose();
      return { type: 'greeted', answer };
    }
    link.introduce(readDraftAnswer(answer));
    const logsIn = link.introduction.authenticationMethods.length > 0;
    const connection = acpConnection(link, {
      wire: 'acp-2',
      protocolVersion: String(DRAFT_VERSION),
      ...(logsIn && { authenticate: link.logIn.bind(link) }),
    });
    return { type: 'draft', connection };
  } catch (error) {
    link.dispose();
    if (isRefusal(error)) return { type: 'refused' };
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ConnectionError &&
    (error.code === 'unsupported' || error.code === 'invalid-request')
  );
}
