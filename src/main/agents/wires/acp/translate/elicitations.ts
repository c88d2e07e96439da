import type * as acp from '@agentclientprotocol/sdk/unstable';
import type { ToolCallId } from '#shared/ids';
import type {
  ElicitationBody,
  ElicitationOutcome,
  ElicitationQuestion,
} from '#shared/session/requests';
import { FORM_FIELDS } from '../limits';
import { fieldFromWire } from './formFields';
import { identifier, isRecord, type JsonRecord, textOr, textsOf } from './json';

/** What is asked, or why it cannot be put to anyone. */
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
  if (params.mode === 'url') return urlFromWire(params);
  if (params.mode === 'form') return formFromWire(params.requestedSchema);
  return `mode ${JSON.stringify(textOr(params.mode, null))} is not known`;
}

/** Only what a browser opens on the web: the user will be asked to follow it. */
function urlFromWire(params: JsonRecord): ElicitationBody | string {
  const elicitationId = identifier(params.elicitationId);
  if (elicitationId === null) return 'elicitationId must be a text';
  const url = textOr(params.url, '');
  if (!URL.canParse(url)) return 'url must be a web address';
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'url must be a web address';
  return { type: 'url', url: href, elicitationId };
}

function formFromWire(schema: unknown): ElicitationBody | string {
  if (!isRecord(schema)) return 'requestedSchema must be an object';
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  if (properties.length > FORM_FIELDS) {
    return `${properties.length} fields are more than the ${FORM_FIELDS} that a form may have`;
  }
  const required = new Set(textsOf(schema.required));
  return {
    type: 'form',
    fields: properties.map(([key, property]) => fieldFromWire(key, property, required.has(key))),
  };
}
