import { isGivenSecret } from '#main/base/secrets/secretNames';
import type { SessionCommand } from '#shared/session/commands';
import { entryId } from '#shared/session/entries';
import type { KeptState } from '#shared/session/state';

/**
 * The user's input in form fields whose names mark it as secret. Text that the agent suggested is
 * not secret.
 */
export function secretAnswers({ entries }: KeptState, command: SessionCommand): readonly string[] {
  if (command.type !== 'elicitation.answer' || command.answer.type !== 'accepted') return [];
  const { values } = command.answer;
  const entry = entries.get(entryId('elicitation', command.requestId));
  if (entry?.kind !== 'elicitation' || entry.question.body.type !== 'form') return [];
  return entry.question.body.fields.flatMap((field) => {
    const value = values[field.key];
    if (field.type !== 'text' || typeof value !== 'string' || value === field.default) return [];
    return [field.key, field.title].some((name) => isGivenSecret(name, value)) ? [value] : [];
  });
}
