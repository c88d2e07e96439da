import type { Body, ToolContent, ToolKind, ToolLocation } from './content';
import type { ToolFields } from './events';

/** What a tool call says that it will do, as opposed to how far it has come. */
export interface AskedFacts {
  readonly title: string;
  readonly name: string | null;
  readonly toolKind: ToolKind;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly input: Body | null;
}

/** As they are once the fields are set; the same object if that changes nothing. */
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
