import { z } from 'zod';
import type { McpOutcome, OwnMcpServer } from '#main/agents/connection';
import type { ChangeView } from '#shared/airlock/changeView';
import { ofNewerBuild } from '#shared/errors';
import type { ReviewComment } from '#shared/ipc/changes';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  FormField,
} from '#shared/session/request/requests';

/** What the tools of the server reach of their session. */
export interface OwnServerParts {
  /** Asks the user, where the session's other questions are asked. */
  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome>;
  /** The agent's changes and the user's verdicts; an error that says why that cannot be told. */
  changes(): Promise<readonly ChangeView[] | string>;
  /** What the user has written about them so far. */
  comments(): readonly ReviewComment[];
}

/** A tool: what an agent is told of it, and what it does. Adding one is adding a row. */
interface OwnTool<I extends z.ZodType> {
  readonly description: string;
  readonly input: I;
  run(input: z.output<I>, parts: OwnServerParts, signal: AbortSignal): Promise<ToolAnswer>;
}

interface ToolAnswer {
  readonly text: string;
  readonly isError?: true;
}

const tool = <I extends z.ZodType>(row: OwnTool<I>): OwnTool<I> => row;

/** More choices than a person reads. */
const CHOICES = 20;
/** Files that are listed; the others are counted. */
const FILES = 500;

const tools = {
  ask_user: tool({
    description:
      'Asks the user a question and waits for the answer. Give options when the answer is one of a few.',
    input: z.strictObject({
      question: z.string().min(1).max(10_000).describe('What to ask, as Markdown'),
      options: z.array(z.string().min(1).max(500)).min(1).max(CHOICES).optional(),
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
    description:
      'Tells what the user has decided about your changes so far, file by file, and what they have written about them.',
    input: z.strictObject({}),
    run: async (_input, { changes, comments }) => {
      const views = await changes();
      if (typeof views === 'string') return { text: views, isError: true };
      const files = views.slice(0, FILES).map(fileState);
      const more = views.length - files.length;
      const state = { files, ...(more > 0 && { more }), comments: comments() };
      return { text: JSON.stringify(state, null, 2) };
    },
  }),
};

type ToolName = keyof typeof tools;

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

/** Counts of its hunks; their texts are in the agent's own files. */
function fileState({ change: { path }, status, hunks, addedLines, removedLines }: ChangeView) {
  const count = (state: ChangeView['hunks'][number]['outcome']['state']) =>
    hunks.filter(({ outcome }) => outcome.state === state).length;
  return {
    path,
    status,
    undecided: count('pending'),
    accepted: count('accepted'),
    rejected: count('rejected'),
    addedLines,
    removedLines,
  };
}

/** What is the same however often it is asked for. */
const unchanging = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' } as const;

/**
 * Airlock's own MCP server for one session: its agent reaches the user and the review with it. It speaks the
 * revision without a handshake, in which every request stands for itself.
 */
export function ownServer(parts: OwnServerParts): OwnMcpServer {
  return {
    name: 'airlock',
    async answer(method, params, signal) {
      switch (method) {
        case 'server/discover':
          return {
            result: {
              ...unchanging,
              supportedVersions: ['2026-07-28'],
              capabilities: { tools: {} },
              serverInfo: { name: 'airlock', title: 'Airlock', version: '1' },
            },
          };
        case 'tools/list':
          return { result: { ...unchanging, tools: toolList() } };
        case 'tools/call':
          return callTool(params, parts, signal);
        default:
          return { error: { code: -32601, message: `Method not found: ${method.slice(0, 100)}` } };
      }
    },
  };
}

function toolList(): readonly object[] {
  return Object.entries(tools).map(([name, { description, input }]) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(input),
  }));
}

async function callTool(
  { name, arguments: given = {} }: Readonly<Record<string, unknown>>,
  parts: OwnServerParts,
  signal: AbortSignal,
): Promise<McpOutcome> {
  if (typeof name !== 'string' || !Object.hasOwn(tools, name)) {
    return { error: { code: -32602, message: 'There is no such tool.' } };
  }
  const row = tools[name as ToolName] as OwnTool<z.ZodType>;
  const input = row.input.safeParse(given);
  if (!input.success) {
    return { error: { code: -32602, message: z.prettifyError(input.error).slice(0, 1_000) } };
  }
  const { text, isError } = await row.run(input.data, parts, signal);
  const content = [{ type: 'text', text }];
  return { result: { resultType: 'complete', content, ...(isError && { isError }) } };
}
