import type * as acp from '@agentclientprotocol/sdk/unstable';
import type { ToolCallId } from '#shared/ids';
import type {
  ElicitationBody,
  ElicitationOutcome,
  ElicitationQuestion,
} from '#shared/session/request/requests';
import { formBody, urlBody } from '../../elicitationBody';
import { identifier, type JsonRecord, textOr } from '../../json';

/** The question, or the reason why it cannot be shown. */
export function elicitationFromWire(
  params: JsonRecord,
  toToolCallId: (id: string) => ToolCallId,
): ElicitationQuestion | string {
  const body = bodyFromWire(params);
  if (typeof body === 'string') return body;
  const call = identifier(params.toolCallId);
  return {
    message: textOr(params.message, ''),
    toolCallId: call === null ? null : toToolCallId(call),
    body,
  };
}

export function elicitationToWire(outcome: ElicitationOutcome): acp.CreateElicitationResponse {
  switch (outcome.type) {
    case 'accepted':
      return Object.keys(outcome.values).length === 0
        ? { action: 'accept' }
        : { action: 'accept', content: contentToWire(outcome.values) };
    case 'declined':
      return { action: 'decline' };
    case 'cancelled':
      return { action: 'cancel' };
  }
}

function contentToWire(
  values: Extract<ElicitationOutcome, { type: 'accepted' }>['values'],
): Record<string, acp.ElicitationContentValue> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'object' ? [...value] : value,
    ]),
  );
}

function bodyFromWire(params: JsonRecord): ElicitationBody | string {
  if (params.mode === 'url') return urlBody(params.url, params.elicitationId);
  if (params.mode === 'form') return formBody(params.requestedSchema);
  return `mode ${JSON.stringify(textOr(params.mode, null))} is not supported`;
}
