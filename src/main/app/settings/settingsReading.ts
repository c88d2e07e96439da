import type { Node } from 'jsonc-parser';
import type { z } from 'zod';
import { nodeAt, parseJsonc, repeatedKeys } from '#main/base/json/jsoncDocument';
import { positionAt } from '#main/base/json/textPosition';
import type { Settings, SettingsPath, SettingsProblem } from '#shared/settings';
import { capital } from '#shared/text/capital';
import { faultyPart, saferValue, settingsSchema } from './settingsSchema';

/** The parsed text: settings with defaults in place of invalid values, or an error. */
export type SettingsReading =
  | {
      readonly ok: true;
      readonly value: Settings;
      /** Everything in the text, including unknown keys. */
      readonly raw: object;
      readonly problems: readonly SettingsProblem[];
    }
  | { readonly ok: false; readonly problems: readonly [SettingsProblem, ...SettingsProblem[]] };

export function readSettings(text: string): SettingsReading {
  const document = parseJsonc(text);
  if (!document.ok) {
    const [first, ...others] = document.errors;
    const toProblem = ({ message, offset }: typeof first): SettingsProblem => ({
      message,
      ...positionAt(text, offset),
    });
    return { ok: false, problems: [toProblem(first), ...others.map(toProblem)] };
  }
  const { root, value: raw } = document;
  if (!isObject(raw)) {
    const position = positionAt(text, root?.offset ?? 0);
    return { ok: false, problems: [{ message: 'Settings must be an object: { … }', ...position }] };
  }
  const { value, issues } = parseTolerantly(raw);
  const problems = [
    ...issues.map((issue) => issueProblem(text, root, issue)),
    ...repeatedKeys(root).map((path) => repetitionProblem(text, root, path)),
  ];
  return { ok: true, value, raw, problems: problems.sort(byPosition) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Removes invalid values until the rest is valid. Each round removes a value or replaces it with a
 * safer one. No place gets a safer value twice, so the loop ends.
 */
function parseTolerantly(raw: object): { value: Settings; issues: z.core.$ZodIssue[] } {
  const issues: z.core.$ZodIssue[] = [];
  const madeSafer = new Set<string>();
  const repaired = (value: unknown, path: readonly PropertyKey[]) => {
    const place = JSON.stringify(path);
    const safer = madeSafer.has(place) ? undefined : saferValue(path);
    madeSafer.add(place);
    return replaced(value, path, safer);
  };
  let candidate: unknown = raw;
  for (;;) {
    const parsed = settingsSchema.safeParse(candidate);
    if (parsed.success) return { value: parsed.data, issues };
    issues.push(...parsed.error.issues);
    const faulty = parsed.error.issues.map((issue) => faultyPart(issue.path));
    const rest = faulty.reduce(repaired, candidate);
    if (rest === candidate) throw new Error(`Settings cannot be repaired: ${parsed.error.message}`);
    candidate = rest;
  }
}

/**
 * A copy without the value at the path, or with a safer value; the same object if there is none.
 */
function replaced(value: unknown, path: readonly PropertyKey[], safer: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  const entry = Object.getOwnPropertyDescriptor(value, key)?.value;
  if (entry === undefined) return value;
  if (rest.length === 0) {
    const others = Object.entries(value).filter(([name]) => name !== String(key));
    return Object.fromEntries(safer === undefined ? others : [...others, [key, safer]]);
  }
  const inner = replaced(entry, rest, safer);
  if (inner === entry) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === String(key) ? inner : item]),
  );
}

function issueProblem(
  text: string,
  root: Node | undefined,
  issue: z.core.$ZodIssue,
): SettingsProblem {
  const path = issue.path.map((segment) =>
    typeof segment === 'number' ? segment : String(segment),
  );
  const isMissing = nodeAt(root, path) === undefined;
  const words = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  const message = isMissing ? `"${path.at(-1)}" is missing` : toSentence(words ?? issue.message);
  return { message, ...positionOf(text, root, path), path };
}

function repetitionProblem(
  text: string,
  root: Node | undefined,
  path: SettingsPath,
): SettingsProblem {
  const message = `"${path.at(-1)}" occurs more than once; the last one is used`;
  return { message, ...positionOf(text, root, path), path };
}

/** The position of the value at the path, or of its nearest parent. */
function positionOf(text: string, root: Node | undefined, path: SettingsPath) {
  const paths = path.map((_, index) => path.slice(0, path.length - index));
  const node = paths.map((each) => nodeAt(root, each)).find((each) => each !== undefined);
  return positionAt(text, node?.offset ?? 0);
}

/**
 * Turns `Invalid input: expected string, received number` into `Expected string, received number`.
 */
export function toSentence(message: string): string {
  const short = message.replace(/^Invalid (?:input|option): /, '');
  return capital(short);
}

function byPosition(a: SettingsProblem, b: SettingsProblem): number {
  return a.line - b.line || a.column - b.column;
}
