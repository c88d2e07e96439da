import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/errors';
import type { SettingChange, SettingsPath, SettingsProblem } from '#shared/settings';
import { removeFromJsonc, setInJsonc } from './jsoncEdit';
import { isObject, readSettings, toSentence } from './settingsReading';
import { schemaOf, settingsSchema, withoutDefault } from './settingsSchema';

type Schema = z.core.$ZodType;

/**
 * The text with all of the changes, or none of them. Objects are merged key by key, so that
 * comments and unknown keys stay.
 */
export function updateSettings(text: string, changes: readonly SettingChange[]): Result<string> {
  for (const { path, value } of changes) {
    const schema = schemaAt(path);
    if (!schema) return fail('invalid-input', `There is no setting "${path.join('.')}".`);
    const invalid = value === undefined ? undefined : whyInvalid(schema, value, path);
    if (invalid !== undefined) return fail('invalid-input', invalid);
  }
  return putSettings(text, changes);
}

/** Applies values that settings.json had before, which may have unknown keys. */
export function putSettings(text: string, changes: readonly SettingChange[]): Result<string> {
  const before = readSettings(text);
  if (!before.ok) return fail('refused', refusal(before.problems[0]));
  let changed = text;
  for (const { path, value } of changes) {
    const current = valueAt(rawOf(changed), path);
    for (const step of stepsTo(schemaAt(path), path, value, current)) {
      const next = apply(changed, step);
      if (next === undefined) return fail('conflict', noRoom(path));
      changed = next;
    }
  }
  const after = readSettings(changed);
  if (!after.ok) throw new Error('Changing a setting made settings.json invalid.');
  const added = after.problems.find((problem) => !before.problems.some(isAlike(problem)));
  return added ? fail('invalid-input', `${added.path?.join('.')}: ${added.message}`) : ok(changed);
}

/** The value at a path in the text, if the text can be parsed. */
export function settingIn(text: string, path: SettingsPath): unknown {
  return valueAt(rawOf(text), path);
}

export function refusal({ line, column, message }: SettingsProblem): string {
  return `settings.json cannot be changed while it has an error at line ${line}, column ${column}: ${message}.`;
}

function noRoom(path: SettingsPath): string {
  return `settings.json has another kind of value where "${path.join('.')}" should go.`;
}

function apply(text: string, { path, value }: SettingChange): string | undefined {
  return value === undefined ? removeFromJsonc(text, path) : setInJsonc(text, path, value);
}

function* stepsTo(
  schema: Schema | undefined,
  path: SettingsPath,
  wanted: unknown,
  current: unknown,
): Generator<SettingChange> {
  if (isDeepStrictEqual(wanted, current)) return;
  if (!schema || !hasMembers(schema) || !isObject(wanted) || !isObject(current)) {
    yield { path, value: wanted };
    return;
  }
  const gone = Object.keys(current).filter((key) => !Object.hasOwn(wanted, key));
  for (const key of gone) {
    if (schemaOf(schema, key)) yield { path: [...path, key], value: undefined };
  }
  for (const [key, item] of Object.entries(wanted)) {
    yield* stepsTo(schemaOf(schema, key), [...path, key], item, valueAt(current, [key]));
  }
}

function whyInvalid(schema: Schema, value: unknown, path: SettingsPath): string | undefined {
  const unknown = unknownKey(schema, value, path);
  if (unknown) return `There is no setting "${unknown.join('.')}".`;
  const issue = z.core.safeParse(schema, value).error?.issues[0];
  return issue && `${[...path, ...issue.path].map(String).join('.')}: ${toSentence(issue.message)}`;
}

function unknownKey(schema: Schema, value: unknown, path: SettingsPath): SettingsPath | undefined {
  if (!hasMembers(schema) || !isObject(value)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inner = schemaOf(schema, key);
    const unknown = inner ? unknownKey(inner, item, [...path, key]) : [...path, key];
    if (unknown) return unknown;
  }
  return undefined;
}

function hasMembers(schema: Schema): boolean {
  const bare = withoutDefault(schema);
  return bare instanceof z.ZodObject || bare instanceof z.ZodRecord;
}

function schemaAt(path: SettingsPath): Schema | undefined {
  if (path.length === 0) return undefined;
  return path.reduce<Schema | undefined>(
    (schema, key) => schema && schemaOf(schema, key),
    settingsSchema,
  );
}

function rawOf(text: string): object | undefined {
  const reading = readSettings(text);
  return reading.ok ? reading.raw : undefined;
}

function valueAt(value: unknown, path: SettingsPath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

function isAlike(one: SettingsProblem): (other: SettingsProblem) => boolean {
  return (other) => one.message === other.message && isDeepStrictEqual(one.path, other.path);
}
