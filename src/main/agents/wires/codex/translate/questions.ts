import type { ToolCallId } from '#shared/ids';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  FormField,
  FormValue,
} from '#shared/session/request/requests';
import { formBody, urlBody } from '../../elicitationBody';
import { identifier, type JsonRecord, labelOf, recordsOf, textOr } from '../../json';
import { type Choice, labelledChoices } from '../../labelledChoices';
import { FORM_FIELDS } from '../../limits';

interface Question {
  readonly key: string;
  readonly question: string;
  readonly header: string;
  readonly hasOther: boolean;
  readonly choices: readonly Choice[];
}

const OTHER = '-other';

/** A question to the user during a turn; null if nothing in it can be answered. */
export function userInputFrom(
  params: JsonRecord,
  toolCallId: ToolCallId | null,
): ElicitationQuestion | null {
  const questions = questionsOf(params);
  const [first] = questions;
  if (!first) return null;
  const isSingle = questions.length === 1;
  return {
    message: isSingle ? first.question : 'Codex has some questions.',
    toolCallId,
    body: { type: 'form', fields: questions.flatMap((asked) => fieldsOf(asked, isSingle)) },
  };
}

export function userInputAnswer(params: JsonRecord, outcome: ElicitationOutcome): object {
  if (outcome.type !== 'accepted') return { answers: {} };
  const answers = questionsOf(params).flatMap(({ key }) => {
    const words = [outcome.values[key], outcome.values[key + OTHER]].flatMap(wordsOf);
    return words.length === 0 ? [] : [[key, { answers: words }] as const];
  });
  return { answers: Object.fromEntries(answers) };
}

/** An MCP server's question, or the reason why it cannot be shown to the user. */
export function elicitationFrom(params: JsonRecord): ElicitationQuestion | string {
  const body =
    params.mode === 'url'
      ? urlBody(params.url, params.elicitationId)
      : formBody(params.requestedSchema);
  if (typeof body === 'string') return body;
  const server = labelOf(params.serverName, '');
  const message = textOr(params.message, '');
  return { message: server === '' ? message : `${server}: ${message}`, toolCallId: null, body };
}

export function elicitationAnswer(outcome: ElicitationOutcome): object {
  switch (outcome.type) {
    case 'accepted':
      return { action: 'accept', content: outcome.values, _meta: null };
    case 'declined':
      return { action: 'decline', content: null, _meta: null };
    case 'cancelled':
      return { action: 'cancel', content: null, _meta: null };
  }
}

function questionsOf(params: JsonRecord): readonly Question[] {
  return recordsOf(params.questions)
    .slice(0, FORM_FIELDS / 2)
    .flatMap(({ id, question, header, isOther, options }) => {
      const key = identifier(id);
      if (key === null || typeof question !== 'string') return [];
      const choices = labelledChoices(options);
      return [{ key, question, header: textOr(header, ''), hasOther: isOther === true, choices }];
    });
}

/** `isMessage`: whether the form's message already shows the question. */
function fieldsOf(
  { key, question, header, hasOther, choices }: Question,
  isMessage: boolean,
): readonly FormField[] {
  const title = header || (isMessage ? 'Your answer' : question);
  const asked = isMessage || header === '' ? {} : { description: question };
  // With several questions, some may stay open. A single one may not, because that would be no
  // answer.
  const common = { key, title, ...asked, required: isMessage };
  if (choices.length === 0) return [{ ...common, type: 'text' }];
  const choice: FormField = { ...common, type: 'choice', multiple: false, choices };
  if (!hasOther) return [choice];
  const other = { key: key + OTHER, title: 'Other', required: false, insteadOf: key } as const;
  return [choice, { ...other, type: 'text' }];
}

function wordsOf(value: FormValue | undefined): readonly string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}
