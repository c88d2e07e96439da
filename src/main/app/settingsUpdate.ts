import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/errors';
import type { SettingsPath, SettingsProblem } from '#shared/settings';
import { removeFromJsonc, setInJsonc } from './jsoncEdit';
import { isObject, readSettings, toSentence } from './settingsReading';
import { schemaOf, settingsSchema, withoutDefault } from './settingsSchema';

type Schema = z.core.$ZodType;

interface Change {
  readonly path: SettingsPath;
  /** Undefined takes the key out. */
  readonly value: unknown;
}

/**
 * The text with one setting changed, or put back to its default if the value is undefined.
 * An object is merged key by key, so that comments and keys unknown to us stay.
 */
export function updateSettings(text: string, path: SettingsPath, value: unknown): Result<string> {
  const before = readSettings(text);
  if (!before.ok) return fail('refused', refusal(before.problems[0]));
  const schema = schemaAt(path);
  if (!schema) return fail('invalid-input', `There is no setting "${path.join('.')}".`);
  const invalid = value === undefined ? undefined : whyInvalid(schema, value, path);
  if (invalid !== undefined) return fail('invalid-input', invalid);

  let changed = text;
  for (const change of changesOf(schema, path, value, valueAt(before.raw, path))) {
    const next = apply(changed, change);
    if (next === undefined) return fail('conflict', noRoom(path));
    changed = next;
  }
  const after = readSettings(changed);
  if (!after.ok) throw new Error('Changing a setting broke the text.');
  const added = after.problems.find((problem) => !before.problems.some(isAlike(problem)));
  return added ? fail('invalid-input', `${added.path?.join('.')}: ${added.message}`) : ok(changed);
}

export function refusal({ line, column, message }: SettingsProblem): string {
  return `settings.json is not changed while it has an error at line ${line}, column ${column}: ${message}.`;
}

function noRoom(path: SettingsPath): string {
  return `settings.json has another kind of value where "${path.join('.')}" should go.`;
}

function apply(text: string, { path, value }: Change): string | undefined {
  return value === undefined ? removeFromJsonc(text, path) : setInJsonc(text, path, value);
}

function* changesOf(
  schema: Schema | undefined,
  path: SettingsPath,
  wanted: unknown,
  current: unknown,
): Generator<Change> {
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
    yield* changesOf(schemaOf(schema, key), [...path, key], item, valueAt(current, [key]));
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
