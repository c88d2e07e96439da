import type { FormField, FormValue } from './requests';

/** The first problem in the answer to a form, in words; null if there is none. */
export function problemInForm(
  fields: readonly FormField[],
  values: Readonly<Record<string, FormValue>>,
): string | null {
  for (const field of fields) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    if (value === undefined) {
      if (field.required && !isAnsweredElsewhere(field, fields, values))
        return `"${field.title}" is required.`;
      continue;
    }
    const problem = problemInField(field, value);
    if (problem !== null) return `"${field.title}" ${problem}.`;
  }
  const unknown = Object.keys(values).find((key) => fields.every((field) => field.key !== key));
  return unknown === undefined ? null : `The agent did not ask for "${unknown}".`;
}

/** Whether another field, such as “Other”, has the answer. */
export function isAnsweredElsewhere(
  { key }: FormField,
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): boolean {
  return fields.some(
    (other) =>
      other.insteadOf === key && Object.hasOwn(values, other.key) && Boolean(values[other.key]),
  );
}

function problemInField(field: FormField, value: FormValue): string | null {
  switch (field.type) {
    case 'text':
      return problemInText(field, value);
    case 'number':
      return problemInNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be yes or no';
    case 'choice':
      return problemInChoice(field, value);
  }
}

function problemInText(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Extract<FormField, { type: 'text' }>,
  value: FormValue,
): string | null {
  if (typeof value !== 'string') return 'must be text';
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = [...value];
  if (length < minLength) return `must have at least ${minLength} characters`;
  return length > maxLength ? `must have at most ${maxLength} characters` : null;
}

function problemInNumber(
  { integer, minimum, maximum }: Extract<FormField, { type: 'number' }>,
  value: FormValue,
): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (integer && !Number.isInteger(value)) return 'must be a whole number';
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : null;
}

function problemInChoice(
  { multiple, choices }: Extract<FormField, { type: 'choice' }>,
  value: FormValue,
): string | null {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) !== multiple)
    return multiple ? 'must be a list' : 'must be one of the choices';
  const isOffered = chosen.every((one) => choices.some((choice) => choice.value === one));
  return isOffered ? null : 'must be one of the choices';
}
