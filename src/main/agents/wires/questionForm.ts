import type { ElicitationBody, FormField, FormValue } from '#shared/session/request/requests';
import { isRecord, recordsOf, textOr, textsOf } from './json';
import { type Choice, labelledChoices } from './labelledChoices';
import { FIELD_CHOICES, FORM_FIELDS } from './limits';

/** A question from a tool with which agents ask the user to choose. */
export interface AskedQuestion {
  readonly key: string;
  readonly question: string;
  readonly header: string;
  readonly multiple: boolean;
  readonly choices: readonly Choice[];
}

/** The questions in the input of such a tool: a list, or a single one. Empty if there are none. */
export function questionsIn(input: unknown): readonly AskedQuestion[] {
  if (!isRecord(input)) return [];
  const list = recordsOf(input.questions);
  return (list.length > 0 ? list : [input])
    .slice(0, FORM_FIELDS / 2)
    .flatMap(({ question, header, multiSelect, multi_select: multi, options, choices }, index) => {
      if (typeof question !== 'string' || question === '') return [];
      return [
        {
          key: `question-${index}`,
          question,
          header: textOr(header, ''),
          multiple: multiSelect === true || multi === true || input.multiSelect === true,
          choices: choicesIn(options ?? choices),
        },
      ];
    });
}

/**
 * The questions as a form; a single one becomes the form's message. Every question also has a text
 * field, so another answer is always possible.
 */
export function questionForm(
  questions: readonly AskedQuestion[],
  several: string,
): { readonly message: string; readonly body: ElicitationBody } {
  const [first] = questions;
  const single = questions.length === 1 && first !== undefined ? first.question : null;
  const fields = questions.flatMap((asked) => questionFields(asked, single !== null));
  return { message: single ?? several, body: { type: 'form', fields } };
}

function questionFields(
  { key, question, header, multiple, choices }: AskedQuestion,
  isMessage: boolean,
): readonly FormField[] {
  const title = header || (isMessage ? 'Your answer' : question);
  const asked = isMessage || header === '' ? {} : { description: question };
  if (choices.length === 0) return [{ key, title, ...asked, required: true, type: 'text' }];
  return [
    { key, title, ...asked, required: true, type: 'choice', multiple, choices },
    { key: `${key}-other`, title: 'Other', required: false, insteadOf: key, type: 'text' },
  ];
}

/** The choices and typed text for each question, in order; empty for those without an answer. */
export function questionAnswers(
  questions: readonly AskedQuestion[],
  values: Readonly<Record<string, FormValue>>,
): readonly { readonly question: string; readonly words: readonly string[] }[] {
  return questions.map(({ key, question }) => ({
    question,
    words: [values[key], values[`${key}-other`]].flatMap(wordsOf),
  }));
}

function choicesIn(options: unknown): readonly Choice[] {
  const labelled = labelledChoices(options);
  if (labelled.length > 0) return labelled;
  const texts = textsOf(options).filter((text) => text !== '');
  return texts.slice(0, FIELD_CHOICES).map((text) => ({ value: text, title: text }));
}

function wordsOf(value: FormValue | undefined): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
}
