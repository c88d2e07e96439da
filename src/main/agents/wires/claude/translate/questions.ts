import type { ToolCallId } from '#shared/ids';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  FormField,
  FormValue,
} from '#shared/session/request/requests';
import { type JsonRecord, recordsOf, textOr } from '../../json';
import { type Choice, labelledChoices } from '../../labelledChoices';
import { FORM_FIELDS } from '../../limits';
import { declined, interrupted } from './permissions';

/** The tool by which the agent asks the user to choose. */
export const QUESTION_TOOL = 'AskUserQuestion';

const OTHER = 'other';

/** Null if there is no question that can be answered. */
export function questionFrom(
  input: JsonRecord,
  toolCallId: ToolCallId,
): ElicitationQuestion | null {
  const questions = questionsOf(input);
  if (questions.length === 0) return null;
  const [first] = questions;
  return {
    message: questions.length === 1 && first ? first.question : 'Claude has some questions.',
    toolCallId,
    body: { type: 'form', fields: questions.flatMap(fieldsOf) },
  };
}

/** The answer to the agent; a question without an answer stays unanswered. */
export function answerToQuestion(input: JsonRecord, outcome: ElicitationOutcome): object {
  if (outcome.type === 'cancelled') return interrupted();
  if (outcome.type === 'declined') return declined('The user declined to answer.');
  const answers = questionsOf(input).flatMap(({ question, key }) => {
    const words = [outcome.values[key], outcome.values[`${key}-${OTHER}`]].flatMap(wordsOf);
    return words.length === 0 ? [] : [[question, words.join(', ')] as const];
  });
  const updatedInput = { ...input, answers: Object.fromEntries(answers) };
  return { behavior: 'allow', updatedInput };
}

interface Question {
  readonly key: string;
  readonly question: string;
  readonly header: string;
  readonly multiple: boolean;
  readonly choices: readonly Choice[];
}

function questionsOf(input: JsonRecord): readonly Question[] {
  return recordsOf(input.questions)
    .slice(0, FORM_FIELDS / 2)
    .flatMap(({ question, header, multiSelect, options }, index) => {
      if (typeof question !== 'string' || question === '') return [];
      const choices = labelledChoices(options);
      const multiple = multiSelect === true;
      return [
        { key: `question-${index}`, question, header: textOr(header, ''), multiple, choices },
      ];
    });
}

/** Every question also has a text field: Claude Code always allows another answer. */
function fieldsOf({ key, question, header, multiple, choices }: Question): readonly FormField[] {
  const title = header || question;
  const asked = header === '' ? {} : { description: question };
  if (choices.length === 0) return [{ key, title, ...asked, required: false, type: 'text' }];
  return [
    { key, title, ...asked, required: false, type: 'choice', multiple, choices },
    { key: `${key}-${OTHER}`, title: 'Other', required: false, type: 'text' },
  ];
}

function wordsOf(value: FormValue | undefined): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
}
