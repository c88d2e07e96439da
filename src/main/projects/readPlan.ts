import type { Node } from 'jsonc-parser';
import type { z } from 'zod';
import { type JsonPath, nodeAt, parseJsonc, repeatedKeys } from '#main/base/json/jsoncDocument';
import { positionAt } from '#main/base/json/textPosition';
import type { ProjectPlan, ProjectProblem } from '#shared/project/projectSetup';
import { capital } from '#shared/text/capital';
import { planSchema } from './planSchema';

export type PlanReading =
  | { readonly ok: true; readonly plan: ProjectPlan }
  | { readonly ok: false; readonly problems: readonly ProjectProblem[] };

/**
 * Reads the plan as a whole or not at all: what runs must be what was shown, and half a plan is not
 * what its author wrote.
 */
export function readPlan(text: string): PlanReading {
  const document = parseJsonc(text);
  if (!document.ok) {
    const problems = document.errors.map(({ message, offset }) => ({
      message,
      ...positionAt(text, offset),
    }));
    return { ok: false, problems };
  }
  const { root, value } = document;
  const parsed = planSchema.safeParse(value);
  const repeated = repeatedKeys(root).map((path) => ({
    message: `"${path.at(-1)}" occurs more than once`,
    ...positionOf(text, root, path),
  }));
  if (parsed.success && repeated.length === 0) return { ok: true, plan: parsed.data };
  const issues = parsed.error?.issues.flatMap((issue) => problemsOf(text, root, issue)) ?? [];
  return { ok: false, problems: [...issues, ...repeated].sort(byPosition) };
}

function problemsOf(
  text: string,
  root: Node | undefined,
  issue: z.core.$ZodIssue,
): ProjectProblem[] {
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      message: `"${key}" is not a known key`,
      ...positionOf(text, root, [...path, key]),
    }));
  }
  if (issue.code === 'invalid_union') {
    // Report the errors of the intended form: the object form for an object, otherwise the text
    // form.
    const branch = issue.errors[nodeAt(root, path)?.type === 'object' ? 1 : 0] ?? [];
    return branch.flatMap((inner) =>
      problemsOf(text, root, { ...inner, path: [...issue.path, ...inner.path] }),
    );
  }
  const isMissing = nodeAt(root, path) === undefined;
  const words = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  const message = isMissing ? `"${path.at(-1)}" is missing` : sentence(words ?? issue.message);
  return [{ message, ...positionOf(text, root, path) }];
}

function pathOf(issue: z.core.$ZodIssue): JsonPath {
  return issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
}

/** The position of the value at the path, or of its nearest parent. */
function positionOf(text: string, root: Node | undefined, path: JsonPath) {
  const paths = path.map((_, index) => path.slice(0, path.length - index));
  const node = paths.map((each) => nodeAt(root, each)).find((each) => each !== undefined);
  return positionAt(text, node?.offset ?? root?.offset ?? 0);
}

function sentence(message: string): string {
  const short = message.replace(/^Invalid (?:input|option): /, '');
  return capital(short);
}

function byPosition(a: ProjectProblem, b: ProjectProblem): number {
  return a.line - b.line || a.column - b.column;
}
