import type { ElicitationBody } from '#shared/session/request/requests';
import { fieldFromWire } from './formFields';
import { identifier, isRecord, textOr, textsOf } from './json';
import { FORM_FIELDS, URL_LENGTH } from './limits';

/** Accepts only web addresses, because the user is asked to open them. */
export function urlBody(address: unknown, id: unknown): ElicitationBody | string {
  const elicitationId = identifier(id);
  if (elicitationId === null) return 'elicitationId must be a string';
  const url = textOr(address, '');
  if (url.length > URL_LENGTH) return `url has more than ${URL_LENGTH} characters`;
  if (!URL.canParse(url)) return 'url must be a web address';
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'url must be a web address';
  return { type: 'url', url: href, elicitationId };
}

/** A form from its JSON schema, or the reason why it cannot be shown to the user. */
export function formBody(schema: unknown): ElicitationBody | string {
  if (!isRecord(schema)) return 'requestedSchema must be an object';
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  if (properties.length > FORM_FIELDS) {
    return `${properties.length} fields: a form has at most ${FORM_FIELDS}`;
  }
  const required = new Set(textsOf(schema.required));
  return {
    type: 'form',
    fields: properties.map(([key, property]) => fieldFromWire(key, property, required.has(key))),
  };
}
