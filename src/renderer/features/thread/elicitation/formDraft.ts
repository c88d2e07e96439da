import { isAnsweredElsewhere } from '#shared/session/request/formAnswer';
import type { FormField, FormValue } from '#shared/session/request/requests';

/** The values of a form while it is filled in: numbers are text until they are checked. */
export type FormDraft = Readonly<Record<string, string | boolean | readonly string[]>>;

export type CheckedForm =
  | { readonly ok: true; readonly values: Readonly<Record<string, FormValue>> }
  /** The errors, by the field's key. */
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

export function initialDraft(fields: readonly FormField[]): FormDraft {
  return Object.fromEntries(fields.map((field) => [field.key, initialValue(field)]));
}

function initialValue(field: FormField): FormDraft[string] {
  switch (field.type) {
    case 'boolean':
      return field.default ?? false;
    case 'choice':
      if (field.multiple) return typeof field.default === 'object' ? field.default : [];
      return typeof field.default === 'string' ? field.default : '';
    case 'number':
      return field.default === undefined ? '' : String(field.default);
    default:
      return field.default ?? '';
  }
}

/** Pure: the values to send, or the errors by field. Empty optional fields are left out. */
export function checkForm(fields: readonly FormField[], draft: FormDraft): CheckedForm {
  // Pairs, because a field may be named `__proto__`.
  const values: [string, FormValue][] = [];
  const errors: [string, string][] = [];
  for (const field of fields) {
    const result = checkField(field, draft[field.key]);
    if ('error' in result) {
      if (!isAnsweredElsewhere(field, fields, draft)) errors.push([field.key, result.error]);
    } else if (result.value !== undefined) values.push([field.key, result.value]);
  }
  return errors.length > 0
    ? { ok: false, errors: Object.fromEntries(errors) }
    : { ok: true, values: Object.fromEntries(values) };
}

type Checked = { readonly value: FormValue | undefined } | { readonly error: string };

const absent: Checked = { value: undefined };

function checkField(field: FormField, draft: FormDraft[string] | undefined): Checked {
  switch (field.type) {
    case 'boolean':
      return { value: draft === true };
    case 'number':
      return checkNumber(field, typeof draft === 'string' ? draft.trim() : '');
    case 'choice':
      return checkChoice(field, draft);
    default:
      return checkText(field, typeof draft === 'string' ? draft : '');
  }
}

function checkText(field: Extract<FormField, { type: 'text' }>, text: string): Checked {
  if (text === '') return field.required ? { error: 'Required.' } : absent;
  const length = [...text].length;
  if (field.minLength !== undefined && length < field.minLength) {
    return { error: `Enter at least ${field.minLength} characters.` };
  }
  if (field.maxLength !== undefined && length > field.maxLength) {
    return { error: `Enter at most ${field.maxLength} characters.` };
  }
  const wrong = field.format === undefined ? null : wrongFormat(field.format, text);
  return wrong === null ? { value: text } : { error: wrong };
}

function wrongFormat(format: 'email' | 'uri' | 'date' | 'date-time', text: string): string | null {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? null : 'Enter an email address.';
    case 'uri':
      return URL.parse(text) === null ? 'Enter a URL, such as https://example.com.' : null;
    case 'date':
      return isDate(text) ? null : 'Enter a date, such as 2026-11-16.';
    case 'date-time':
      return isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
        ? null
        : 'Enter a date and time, such as 2026-11-16T09:30:00Z.';
  }
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(time).toJSON()?.slice(0, 10) === text;
}

function checkNumber(field: Extract<FormField, { type: 'number' }>, text: string): Checked {
  if (text === '') return field.required ? { error: 'Required.' } : absent;
  const value = Number(text);
  if (!Number.isFinite(value)) return { error: 'Enter a number.' };
  if (field.integer && !Number.isInteger(value)) return { error: 'Enter a whole number.' };
  if (field.minimum !== undefined && value < field.minimum) {
    return { error: `Enter ${field.minimum} or more.` };
  }
  if (field.maximum !== undefined && value > field.maximum) {
    return { error: `Enter ${field.maximum} or less.` };
  }
  return { value };
}

function checkChoice(
  field: Extract<FormField, { type: 'choice' }>,
  draft: FormDraft[string] | undefined,
): Checked {
  const offered = new Set(field.choices.map((choice) => choice.value));
  if (field.multiple) {
    const chosen = Array.isArray(draft) ? draft.filter((value) => offered.has(value)) : [];
    if (chosen.length === 0 && field.required) return { error: 'Choose at least one.' };
    return chosen.length === 0 ? absent : { value: chosen };
  }
  if (typeof draft === 'string' && offered.has(draft)) return { value: draft };
  return field.required ? { error: 'Choose one.' } : absent;
}
