import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Verdict } from '#shared/airlock/verdict';
import type { ChangeId, DecisionId, HunkId, SessionId } from '#shared/ids';
import { readPersisted, writePersisted } from '../../../state/persisted';
import type { Collected } from './fileState';
import type { LineComment } from './lineComment';

/** A comment that is being written; it belongs to lines, or to a comment that is being changed. */
export interface CommentDraft extends Omit<LineComment, 'text'> {
  readonly text: string;
  readonly isNew: boolean;
}

/** Some verdicts that were given together. */
export interface LastDecision {
  readonly words: string;
  readonly decisions: readonly DecisionId[];
  /** Some of it could not go into the user's files. */
  readonly hasConflict: boolean;
}

/** What the user is about in the review of one session. */
export interface ReviewState {
  readonly path: string | null;
  readonly hunkId: HunkId | null;
  readonly filter: string;
  readonly folded: ReadonlySet<string>;
  /** Files that are shown although they are long, generated or locks. */
  readonly shownAnyway: ReadonlySet<string>;
  readonly editing: ChangeId | null;
  readonly draft: CommentDraft | null;
  /** The comment that was asked for last; its file brings it into view. */
  readonly shownComment: string | null;
  /** What was decided last, as long as it can be undone in one go. */
  readonly last: LastDecision | null;
  readonly comments: readonly LineComment[];
  readonly collected: Collected;
  /** Decisions that the agent has been told of. */
  readonly told: ReadonlySet<DecisionId>;
}

export type ReviewStore = StoreApi<ReviewState>;

const stores = new Map<SessionId, ReviewStore>();

/** Kept while the window is open; what the user wrote or decided outlives it. */
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
    draft: null,
    shownComment: null,
    last: null,
    ...readPersisted(keyOf(id), readKept, nothingKept),
  }));
  store.subscribe((state, before) => {
    const isKept = (['comments', 'collected', 'told'] as const).some(
      (name) => state[name] !== before[name],
    );
    if (isKept) keep(id, state);
  });
  stores.set(id, store);
  return store;
}

export function useReview<T>(id: SessionId, select: (state: ReviewState) => T): T {
  return useStore(reviewStore(id), select);
}

type Kept = Pick<ReviewState, 'comments' | 'collected' | 'told'>;

const nothingKept: Kept = { comments: [], collected: new Map(), told: new Set() };

function keyOf(id: SessionId): string {
  return `review.${id}`;
}

function keep(id: SessionId, { comments, collected, told }: Kept): void {
  writePersisted(keyOf(id), { comments, collected: [...collected], told: [...told] });
}

function readKept(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { comments, collected, told } = value as Record<string, unknown>;
  return {
    comments: listOf(comments).filter(isComment),
    collected: new Map(listOf(collected).filter(isVerdict)),
    told: new Set(listOf(told).filter((id) => typeof id === 'string') as DecisionId[]),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isVerdict(value: unknown): value is readonly [string, Verdict] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    (value[1] === 'accept' || value[1] === 'reject')
  );
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== 'object' || value === null) return false;
  const { id, path, side, start, end, quote, text } = value as Record<string, unknown>;
  return (
    [id, path, text].every((field) => typeof field === 'string') &&
    (side === 'original' || side === 'modified') &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    listOf(quote).every((line) => typeof line === 'string')
  );
}
