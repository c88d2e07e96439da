import type { Body, ToolContent, ToolKind, ToolLocation } from '../content';
import type { ToolFields } from '../events';

/** The part of a tool call that says what it will do, as opposed to its progress. */
export interface AskedFacts {
  readonly title: string;
  readonly name: string | null;
  readonly toolKind: ToolKind;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly input: Body | null;
}

/** The facts after an update; the same object if nothing changes. */
export function changedFacts(facts: AskedFacts, fields: ToolFields): AskedFacts {
  const next: AskedFacts = {
    title: fields.title ?? facts.title,
    name: fields.name === undefined ? facts.name : fields.name,
    toolKind: fields.kind ?? facts.toolKind,
    content: fields.content === undefined ? facts.content : (fields.content ?? []),
    locations: fields.locations === undefined ? facts.locations : (fields.locations ?? []),
    input: fields.input === undefined ? facts.input : fields.input,
  };
  const keys = Object.keys(next) as (keyof AskedFacts)[];
  return keys.every((key) => isSame(facts[key], next[key])) ? facts : next;
}

export const noFacts: AskedFacts = {
  title: '',
  name: null,
  toolKind: 'other',
  content: [],
  locations: [],
  input: null,
};

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
