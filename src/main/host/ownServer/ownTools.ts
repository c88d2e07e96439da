import { z } from 'zod';
import { type ChangeView, openHunks } from '#shared/airlock/changeView';
import type { CheckRun } from '#shared/checks/check';
import { ofNewerBuild, type Result } from '#shared/errors';
import type { ReviewComment } from '#shared/ipc/changes';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  FormField,
} from '#shared/session/request/requests';
import { checkText } from './checkText';

/** The parts of a session that the server's tools use. */
export interface OwnServerParts {
  /** Asks the user in the same place as the session's other questions. */
  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome>;
  /** The agent's changes with the user's verdicts, or an error that says why they are unknown. */
  changes(): Promise<Result<readonly ChangeView[]>>;
  /** The user's comments on the changes so far. */
  comments(): readonly ReviewComment[];
  /** Runs checks of the project (null for all) on the agent's changes, if the user allows it. */
  runChecks(
    names: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<Result<readonly CheckRun[]>>;
}

/** A tool: its description for agents, and its code. A new tool needs only a new row. */
export interface OwnTool<I extends z.ZodType> {
  readonly title: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly input: I;
  run(input: z.output<I>, parts: OwnServerParts, signal: AbortSignal): Promise<ToolAnswer>;
}

interface ToolAnswer {
  readonly text: string;
  readonly isError?: true;
}

const tool = <I extends z.ZodType>(row: OwnTool<I>): OwnTool<I> => row;

/** The limit of choices: more than a person reads. */
const CHOICES = 20;
/** Files that are listed; the rest is counted. */
const FILES = 500;
/** The limit of checks: more than a project has. */
const CHECKS = 100;

export const ownTools = {
  ask_user: tool({
    title: 'Ask the user',
    description:
      'Asks the user a question and waits for the answer, which is returned as text. Give options when the answer is one of a few; the user can still write another.',
    isReadOnly: true,
    input: z.strictObject({
      question: z.string().min(1).max(10_000).describe('What to ask, as Markdown'),
      options: z
        .array(z.string().min(1).max(500))
        .min(1)
        .max(CHOICES)
        .optional()
        .describe('Answers to choose from'),
    }),
    run: async ({ question, options }, { elicit }, signal) => {
      const fields = options === undefined ? [ownWords] : [choiceOf(options), otherWords];
      const body = { type: 'form', fields } as const;
      const outcome = await elicit({ message: question, toolCallId: null, body }, signal);
      switch (outcome.type) {
        case 'accepted':
          return { text: String(outcome.values.words || outcome.values.choice || '') };
        case 'declined':
          return { text: 'The user does not want to answer this question.' };
        case 'cancelled':
          return { text: 'The question was cancelled before the user answered.', isError: true };
        default:
          return ofNewerBuild(outcome, { text: '', isError: true });
      }
    },
  }),
  review_state: tool({
    title: 'Read the review',
    description:
      'Returns what the user has decided about your changes so far, as JSON with the number of undecided, accepted and rejected hunks of each file, and the comments that the user has written about them.',
    isReadOnly: true,
    input: z.strictObject({}),
    run: async (_input, { changes, comments }) => {
      const views = await changes();
      if (!views.ok) return { text: views.error.message, isError: true };
      const files = views.value.slice(0, FILES).map(fileState);
      const more = views.value.length - files.length;
      const state = { files, ...(more > 0 && { more }), comments: comments() };
      return { text: JSON.stringify(state, null, 2) };
    },
  }),
  run_checks: tool({
    title: 'Run the checks',
    description:
      'Runs the project’s checks, such as its tests, on all of your changes that the user has not rejected, in a separate copy of the user’s files, and waits for the results. The checks are those of .airlock.json in the project; the user decides whether they may run.',
    isReadOnly: false,
    input: z.strictObject({
      checks: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(CHECKS)
        .optional()
        .describe('The names of the checks to run; all by default'),
    }),
    run: async ({ checks }, { runChecks }, signal) => {
      const runs = await runChecks(checks ?? null, signal);
      return runs.ok
        ? { text: checkText(runs.value) }
        : { text: runs.error.message, isError: true };
    },
  }),
};

const ownWords: FormField = { key: 'words', title: 'Answer', type: 'text', required: true };
const otherWords: FormField = {
  key: 'words',
  title: 'Another answer',
  type: 'text',
  required: false,
  insteadOf: 'choice',
};

function choiceOf(options: readonly string[]): FormField {
  const choices = [...new Set(options)].map((value) => ({ value, title: value }));
  return {
    key: 'choice',
    title: 'Answer',
    type: 'choice',
    multiple: false,
    required: true,
    choices,
  };
}

/** The state of a file with counts of its hunks; their texts are in the agent's own files. */
function fileState(view: ChangeView) {
  const { change, status, hunks, addedLines, removedLines } = view;
  const count = (state: ChangeView['hunks'][number]['outcome']['state']) =>
    hunks.filter(({ outcome }) => outcome.state === state).length;
  return {
    path: change.path,
    status,
    undecided: openHunks(view).length,
    accepted: count('accepted'),
    rejected: count('rejected'),
    addedLines,
    removedLines,
  };
}
