import type { PermissionAsk } from '#main/agents/connection';
import type { ToolCallId } from '#shared/ids';
import { requestFacts } from '#shared/session/request/requestFacts';
import type { ElicitationOutcome, ElicitationQuestion } from '#shared/session/request/requests';
import { isRecord, type JsonRecord } from '../../json';
import { type AskedQuestion, questionAnswers, questionForm, questionsIn } from '../../questionForm';

/** Questions that arrive as a permission request whose options only submit or cancel them. */
export interface AskedChoice {
  readonly questions: readonly AskedQuestion[];
  readonly submit: string;
  readonly refuse: string | null;
}

/** Kinds of tools with an effect that the user must judge. */
const deeds: ReadonlySet<unknown> = new Set(['edit', 'delete', 'move', 'execute', 'fetch']);

/**
 * The questions; null if the request really asks for permission, or if its options are the choices
 * themselves.
 */
export function choiceFromWire(
  params: JsonRecord,
  { options, tool }: PermissionAsk,
): AskedChoice | null {
  const input = typeof tool.input === 'string' ? tool.input : null;
  const { command, path, url } = requestFacts(input);
  // A question must not hide an action.
  const isDeed = deeds.has(tool.kind) || (command ?? path ?? url) !== null;
  const isShown = tool.content?.some(({ type }) => type !== 'content') === true;
  if (isDeed || isShown) return null;
  const allowing = options.filter(({ kind }) => kind === 'allow_once' || kind === 'allow_always');
  const refusing = options.filter(({ kind }) => kind === 'reject_once' || kind === 'reject_always');
  const [submit] = allowing;
  if (submit === undefined || allowing.length > 1 || options.length > 2) return null;
  const call = isRecord(params.toolCall) ? params.toolCall : {};
  for (const place of [call.rawInput, call._meta, params._meta]) {
    const questions = questionsIn(place);
    const nested = questions.length > 0 ? questions : questionsBelow(place);
    const isQuestion = nested.some(({ choices }) => choices.length > 0) || isQuestionTool(call);
    if (nested.length > 0 && isQuestion) {
      return { questions: nested, submit: submit.id, refuse: refusing[0]?.id ?? null };
    }
  }
  return null;
}

function isQuestionTool({ title, name }: JsonRecord): boolean {
  return [title, name].some((text) => typeof text === 'string' && /\b(ask|question)/i.test(text));
}

/** Finds questions in `_meta`, which has a member for each agent. */
function questionsBelow(place: unknown): readonly AskedQuestion[] {
  const members = isRecord(place) ? Object.values(place) : [];
  return members.map(questionsIn).find(({ length }) => length > 0) ?? [];
}

export function questionFrom(
  questions: readonly AskedQuestion[],
  toolCallId: ToolCallId | null,
): ElicitationQuestion {
  return { ...questionForm(questions, 'The agent has some questions.'), toolCallId };
}

/** Qwen Code reads `answers` next to the outcome, keyed by the question's number. */
export function choiceToWire(choice: AskedChoice, outcome: ElicitationOutcome): object {
  const { questions, submit, refuse } = choice;
  if (outcome.type === 'accepted') {
    const given = questionAnswers(questions, outcome.values);
    const byNumber = given.map(({ words }, index) => [String(index), words.join(', ')] as const);
    const byText = given.map(({ question, words }) => [question, words.join(', ')] as const);
    return {
      outcome: { outcome: 'selected', optionId: submit },
      answers: Object.fromEntries(byNumber.filter(([, words]) => words !== '')),
      _meta: { answers: Object.fromEntries(byText.filter(([, words]) => words !== '')) },
    };
  }
  return outcome.type === 'declined' && refuse !== null
    ? { outcome: { outcome: 'selected', optionId: refuse } }
    : { outcome: { outcome: 'cancelled' } };
}

/** The answer to x.ai's own request: the chosen labels of each question. */
export function questionsToWire(
  questions: readonly AskedQuestion[],
  outcome: ElicitationOutcome,
): object {
  if (outcome.type !== 'accepted') return { outcome: 'cancelled' };
  const given = questionAnswers(questions, outcome.values);
  const answers = given.flatMap(({ question, words }) =>
    words.length === 0 ? [] : [[question, words] as const],
  );
  return { outcome: 'accepted', answers: Object.fromEntries(answers), annotations: {} };
}
