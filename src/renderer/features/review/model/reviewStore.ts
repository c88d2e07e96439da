import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Verdict } from '#shared/airlock/verdict';
import type { DecisionId, HunkId, SessionId } from '#shared/ids';
import type { ReviewComment } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { KEPT_DECISIONS } from '#window/features/review/limits';
import { call } from '#window/ipc/client';
import { readPersisted, writePersisted } from '#window/state/persisted';
import type { PickedRows } from './diff/pickedRows';
import type { LineComment } from './feedback/lineComment';
import type { Collected } from './fileState';
import type { ReviewFind } from './reviewFind';
import type { SeenFiles } from './seenFiles';
import type { ReviewPlace } from './walk';

/** A comment that is being written; it belongs to lines, or to a comment that is being changed. */
export interface CommentDraft extends Omit<LineComment, 'text'> {
  readonly text: string;
  readonly isNew: boolean;
}

/** Verdicts that were given together. */
export interface LastDecision {
  readonly words: string;
  readonly decisions: readonly DecisionId[];
  /** Whether some of it could not be written to the user's files. */
  readonly hasConflict: boolean;
}

/** Decisions that were made together, and the place of the first. */
export interface ReviewStep {
  readonly decisions: readonly DecisionId[];
  readonly place: ReviewPlace | null;
}

/** The progress of a decision about many files. */
export interface DecisionProgress {
  readonly verb: string;
  readonly done: number;
  readonly total: number;
  /** Stops the work. Decisions made so far stay, and can be undone. */
  cancel(): void;
}

/** The state of the review of one session. */
export interface ReviewState {
  readonly path: string | null;
  readonly hunkId: HunkId | null;
  readonly filter: string;
  readonly folded: ReadonlySet<string>;
  /** Files that are shown although they are long, generated or locks. */
  readonly shownAnyway: ReadonlySet<string>;
  /** The file whose proposed text the user is editing. */
  readonly editing: string | null;
  readonly draft: CommentDraft | null;
  /** Null while the user looks for nothing. */
  readonly find: ReviewFind | null;
  /** Selected rows of a hunk in the scroll of all files. */
  readonly picked: (ReviewPlace & PickedRows) | null;
  /** The comment that was requested last; its file scrolls to it. */
  readonly shownComment: string | null;
  /** The last decision, as long as it can be undone in one step. */
  readonly last: LastDecision | null;
  /** Raised to scroll to the place again, even if it is the current one. */
  readonly arrival: number;
  /** Whether the review has just moved to another file by itself. */
  readonly isInBeat: boolean;
  /** Whether a deciding key was ignored because of that; shown until the next decision. */
  readonly hasIgnoredKey: boolean;
  readonly progress: DecisionProgress | null;
  readonly comments: readonly LineComment[];
  readonly collected: Collected;
  /** Decisions that the agent knows about. */
  readonly told: ReadonlySet<DecisionId>;
  readonly seen: SeenFiles;
  /** The steps that can be undone, the newest last. */
  readonly steps: readonly ReviewStep[];
}

export type ReviewStore = StoreApi<ReviewState>;

const stores = new Map<SessionId, ReviewStore>();

/** The store lasts while the window is open; comments and decisions are kept longer. */
export function reviewStore(id: SessionId): ReviewStore {
  const known = stores.get(id);
  if (known) return known;
  const store = createStore<ReviewState>(() => ({
    path: null,
    hunkId: null,
    filter: '',
    folded: new Set(),
    shownAnyway: new Set(),
    editing: null,
    shownComment: null,
    picked: null,
    find: null,
    last: null,
    arrival: 0,
    isInBeat: false,
    hasIgnoredKey: false,
    progress: null,
    ...readPersisted(keyOf(id), readKept, nothingKept),
  }));
  store.subscribe((state, before) => {
    const isKept = keptNames.some((name) => state[name] !== before[name]);
    if (isKept) keep(id, state);
    if (state.comments !== before.comments) tellComments(id, state.comments);
  });
  stores.set(id, store);
  const { comments } = store.getState();
  if (comments.length > 0) tellComments(id, comments);
  return store;
}

export function useReview<T>(id: SessionId, select: (state: ReviewState) => T): T {
  return useStore(reviewStore(id), select);
}

const keptNames = ['draft', 'comments', 'collected', 'told', 'seen', 'steps'] as const;

type Kept = Pick<ReviewState, (typeof keptNames)[number]>;

const nothingKept: Kept = {
  draft: null,
  comments: [],
  collected: new Map(),
  told: new Set(),
  seen: new Map(),
  steps: [],
};

function keyOf(id: SessionId): string {
  return `review.${id}`;
}

function keep(id: SessionId, { draft, comments, collected, told, seen, steps }: Kept): void {
  writePersisted(keyOf(id), {
    draft,
    comments,
    collected: [...collected],
    told: [...told],
    seen: [...seen],
    steps: newestSteps(steps),
  });
}

/** As many of the newest steps as are worth saving each time. */
function newestSteps(steps: readonly ReviewStep[]): readonly ReviewStep[] {
  let room = KEPT_DECISIONS;
  return steps.slice(
    steps.findLastIndex(({ decisions }) => {
      room -= decisions.length;
      return room < 0;
    }) + 1,
  );
}

function readKept(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { draft, comments, collected, told, seen, steps } = value as Record<string, unknown>;
  return {
    draft: isCommentDraft(draft) ? draft : null,
    comments: listOf(comments).filter(isComment),
    collected: new Map(listOf(collected).filter(isVerdict)),
    told: new Set(listOf(told).filter((id) => typeof id === 'string') as DecisionId[]),
    seen: new Map(listOf(seen).filter(isPairOfTexts)),
    steps: listOf(steps).filter(isStep),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isPairOfTexts(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}

function isStep(value: unknown): value is ReviewStep {
  if (typeof value !== 'object' || value === null) return false;
  const { decisions, place } = value as Partial<Record<string, unknown>>;
  const { path, hunkId } = Object(place) as Partial<Record<string, unknown>>;
  const isPlace = typeof path === 'string' && (hunkId === null || typeof hunkId === 'string');
  const areDecisions = listOf(decisions).every((decision) => typeof decision === 'string');
  return listOf(decisions).length > 0 && areDecisions && (place === null || isPlace);
}

function isVerdict(value: unknown): value is readonly [string, Verdict] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    (value[1] === 'accept' || value[1] === 'reject')
  );
}

function isCommentDraft(value: unknown): value is CommentDraft {
  return isComment(value) && typeof (value as Partial<CommentDraft>).isNew === 'boolean';
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== 'object' || value === null) return false;
  const { id, path, side, start, end, quote, text } = value as Record<string, unknown>;
  return (
    [id, path, text].every((field) => typeof field === 'string') &&
    (side === 'original' || side === 'modified') &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    Array.isArray(quote) &&
    quote.every((line) => typeof line === 'string')
  );
}

/** Tells main the user's comments, because an agent can ask for them before they are sent. */
function tellComments(sessionId: SessionId, comments: readonly LineComment[]): void {
  call('changes.comments', { sessionId, comments: comments.map(toldComment) }).catch(reportError);
}

function toldComment({ path, side, start, end, text }: LineComment): ReviewComment {
  const firstLine = start + 1;
  return {
    path,
    side: side === 'original' ? 'before' : 'after',
    firstLine,
    lastLine: Math.max(firstLine, end),
    text,
  };
}
