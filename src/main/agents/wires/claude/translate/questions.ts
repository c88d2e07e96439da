import type { ToolCallId } from '#shared/ids';
import type { ElicitationOutcome, ElicitationQuestion } from '#shared/session/request/requests';
import type { JsonRecord } from '../../json';
import { questionAnswers, questionForm, questionsIn } from '../../questionForm';
import { declined, interrupted } from './permissions';

/** The tool with which the agent asks the user to choose. */
export const QUESTION_TOOL = 'AskUserQuestion';

/** Null if there is no question that can be answered. */
export function questionFrom(
  input: JsonRecord,
  toolCallId: ToolCallId,
): ElicitationQuestion | null {
  const questions = questionsIn({ questions: input.questions });
  if (questions.length === 0) return null;
  return { ...questionForm(questions, 'Claude has some questions.'), toolCallId };
}

/** The answer to the agent; an unanswered question is left out. */
export function answerToQuestion(input: JsonRecord, outcome: ElicitationOutcome): object {
  if (outcome.type === 'cancelled') return interrupted();
  if (outcome.type === 'declined') return declined('The user declined to answer.');
  const questions = questionsIn({ questions: input.questions });
  const answers = questionAnswers(questions, outcome.values).flatMap(({ question, words }) =>
    words.length === 0 ? [] : [[question, words.join(', ')] as const],
  );
  const updatedInput = { ...input, answers: Object.fromEntries(answers) };
  return { behavior: 'allow', updatedInput };
}
