import type { FormField } from '#shared/session/request/requests';
import { isRecord, type JsonRecord, type Mutable, recordsOf, textOr, textsOf } from './json';
import { withoutRepeats } from './labelledChoices';
import { FIELD_CHOICES } from './limits';

type Field<T extends FormField['type']> = Mutable<Extract<FormField, { type: T }>>;
type Choice = Field<'choice'>['choices'][number];
type Common = Mutable<Pick<FormField, 'key' | 'title' | 'description' | 'required'>>;

const formats: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/** The field for a property in a form's schema; a text field if no other kind fits. */
export function fieldFromWire(key: string, property: unknown, required: boolean): FormField {
  const schema: JsonRecord = isRecord(property) ? property : {};
  const common: Common = { key, title: textOr(schema.title, '') || key, required };
  if (typeof schema.description === 'string') common.description = schema.description;
  switch (schema.type) {
    case 'string':
      return choiceField(common, schema, schema, false) ?? textField(common, schema);
    case 'array':
      return (
        (isRecord(schema.items) && choiceField(common, schema, schema.items, true)) ||
        unsupportedField(common, schema)
      );
    case 'number':
    case 'integer':
      return numberField(common, schema);
    case 'boolean':
      return typeof schema.default === 'boolean'
        ? { ...common, type: 'boolean', default: schema.default }
        : { ...common, type: 'boolean' };
    default:
      return choiceField(common, schema, schema, false) ?? unsupportedField(common, schema);
  }
}

function textField(common: Common, schema: JsonRecord): FormField {
  const field: Field<'text'> = { ...common, type: 'text' };
  if (formats.has(schema.format)) field.format = schema.format as 'email';
  if (isLength(schema.minLength)) field.minLength = schema.minLength;
  if (isLength(schema.maxLength)) field.maxLength = schema.maxLength;
  if (typeof schema.default === 'string') field.default = schema.default;
  return field;
}

function numberField(common: Common, schema: JsonRecord): FormField {
  const field: Field<'number'> = {
    ...common,
    type: 'number',
    integer: schema.type === 'integer',
  };
  if (typeof schema.minimum === 'number') field.minimum = schema.minimum;
  if (typeof schema.maximum === 'number') field.maximum = schema.maximum;
  if (typeof schema.default === 'number') field.default = schema.default;
  return field;
}

/** Null if there are no choices, or more than a list can show. */
function choiceField(
  common: Common,
  schema: JsonRecord,
  listing: JsonRecord,
  multiple: boolean,
): FormField | null {
  const choices = withoutRepeats(choicesOf(listing));
  if (choices.length === 0 || choices.length > FIELD_CHOICES) return null;
  const field: Field<'choice'> = { ...common, type: 'choice', multiple, choices };
  if (multiple && Array.isArray(schema.default)) field.default = textsOf(schema.default);
  else if (!multiple && typeof schema.default === 'string') field.default = schema.default;
  return field;
}

function choicesOf(listing: JsonRecord): readonly Choice[] {
  const titled = recordsOf(listing.oneOf ?? listing.anyOf).filter(
    (item) => typeof item.const === 'string',
  );
  if (titled.length > 0) {
    return titled.map((item) => {
      const value = item.const as string;
      const choice = { value, title: textOr(item.title, value) };
      return typeof item.description === 'string'
        ? { ...choice, description: item.description }
        : choice;
    });
  }
  const names = textsOf(listing.enumNames);
  return textsOf(listing.enum).map((value, index) => ({ value, title: names[index] ?? value }));
}

function unsupportedField(common: Common, schema: JsonRecord): FormField {
  const hint = `The agent asks for ${textOr(schema.type, 'a value')} here; enter it as text.`;
  const description = common.description === undefined ? hint : `${common.description} ${hint}`;
  return { ...common, description, type: 'text' };
}

function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
