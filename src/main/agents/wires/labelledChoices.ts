import type { FormField } from '#shared/session/request/requests';
import { type JsonRecord, type Mutable, recordsOf } from './json';
import { FIELD_CHOICES } from './limits';

export type Choice = Extract<FormField, { type: 'choice' }>['choices'][number];

/** The options of a question that have labels but no ids. */
export function labelledChoices(options: unknown): readonly Choice[] {
  return withoutRepeats(recordsOf(options).slice(0, FIELD_CHOICES).flatMap(choiceOf));
}

/**
 * Merges choices with the same value under the first name, because the agent could not tell them
 * apart.
 */
export function withoutRepeats(choices: readonly Choice[]): readonly Choice[] {
  const seen = new Set<string>();
  return choices.filter(({ value }) => !seen.has(value) && seen.add(value));
}

function choiceOf({ label, description }: JsonRecord): readonly Choice[] {
  if (typeof label !== 'string' || label === '') return [];
  const choice: Mutable<Choice> = { value: label, title: label };
  if (typeof description === 'string' && description !== '') choice.description = description;
  return [choice];
}
