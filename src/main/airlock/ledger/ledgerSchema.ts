import { z } from 'zod';
import type { Change, FileVersion, Hunk } from '#shared/airlock/change';
import type { CrossingConflict } from '#shared/airlock/crossingPlan';
import type { Effect, HunkOutcome, LedgerRecord, Standing } from '#shared/airlock/ledgerEvents';
import type { PlannedRefresh, RefreshPoint } from '#shared/airlock/refreshRecord';
import type {
  ChangeId,
  DecisionId,
  HunkId,
  ObjectId,
  RefreshId,
  ToolCallId,
  TurnId,
} from '#shared/ids';

function id<T extends string>() {
  return z.custom<T>((value) => typeof value === 'string' && value !== '' && value.length < 1_000);
}

const objectId = z.custom<ObjectId>(
  (value) => typeof value === 'string' && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(value),
);
const path = z.string().min(1);
const count = z.int().min(0);
const mode = z.enum(['100644', '100755', '120000']);

const version: z.ZodType<FileVersion> = z.object({ blob: objectId, mode, bytes: count });

const format = z.object({
  encoding: z.enum(['utf8', 'utf8-bom', 'utf16le', 'utf16be', 'latin1']),
  ending: z.enum(['\n', '\r\n', 'mixed']).nullable(),
});

const hunk: z.ZodType<Hunk> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    id: id<HunkId>(),
    baseStart: count,
    baseCount: count,
    proposedStart: count,
    proposedCount: count,
  }),
  z.object({
    type: z.literal('whole'),
    id: id<HunkId>(),
    reason: z.enum(['binary', 'large', 'symlink', 'empty', 'deletion']),
    lines: count.exactOptional(),
  }),
  z.object({ type: z.literal('mode'), id: id<HunkId>(), from: mode, to: mode }),
  z.object({ type: z.literal('rename'), id: id<HunkId>(), from: path, to: path }),
  z.object({ type: z.literal('format'), id: id<HunkId>(), from: format, to: format }),
]);

const change: z.ZodType<Change> = z.object({
  changeId: id<ChangeId>(),
  path,
  oldPath: path.exactOptional(),
  kind: z.enum(['modify', 'create', 'delete', 'rename', 'mode', 'symlink', 'binary']),
  base: version.nullable(),
  proposed: version.nullable(),
  origin: z.enum(['held-write', 'permission', 'scan']),
  turnId: id<TurnId>().nullable(),
  toolCallId: id<ToolCallId>().nullable(),
  asked: z.enum(['not-shown', 'differs', 'not-awaited']).exactOptional(),
  afterTheFact: z.boolean(),
  hunks: z.array(hunk),
  arms: z.string().exactOptional(),
});

const lines = z.array(z.string());

const conflict: z.ZodType<CrossingConflict> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('lines'),
    base: lines,
    targetStart: count,
    target: lines,
    proposed: lines,
  }),
  z.object({ type: z.literal('changed') }),
  z.object({ type: z.literal('missing') }),
  z.object({ type: z.literal('occupied'), path }),
  z.object({ type: z.literal('encoding') }),
]);

const outcome: z.ZodType<HunkOutcome> = z.union([
  z.object({ hunkId: id<HunkId>(), state: z.enum(['accepted', 'rejected']) }),
  z.object({ hunkId: id<HunkId>(), state: z.literal('pending'), interrupted: z.literal(true) }),
  z.object({
    hunkId: id<HunkId>(),
    state: z.literal('pending'),
    conflict: conflict.exactOptional(),
  }),
]);

const effect: z.ZodType<Effect> = z.object({
  place: z.enum(['project', 'workspace']),
  path,
  expected: version.nullable(),
  next: version.nullable(),
  temporary: z.string(),
});

/** An effect of a refresh or rewind, which writes only the agent's files. */
const workEffect: z.ZodType<Effect> = z.object({
  place: z.literal('workspace'),
  path,
  expected: version.nullable(),
  next: version.nullable(),
  temporary: z.string(),
});
const point: z.ZodType<RefreshPoint> = z.object({
  tree: objectId,
  baseTree: objectId,
  ownTree: objectId,
});
const plannedRefresh: z.ZodType<PlannedRefresh> = z.object({
  path,
  base: version.nullable(),
  user: version.nullable(),
  effect: workEffect.nullable(),
  dropped: z.string().exactOptional(),
});

const located = z.object({ path, version });
const standing: z.ZodType<Standing> = z.object({
  base: located.nullable(),
  work: located.nullable(),
});

const envelope = { v: z.literal(1), at: z.number(), session: z.string().optional() };
const second = { ...envelope, v: z.literal(2) };
const changeId = id<ChangeId>();
const decisionId = id<DecisionId>();
const refreshId = id<RefreshId>();

/** Lines of a ledger are validated: the disk, a newer app or a person may have changed them. */
export const ledgerRecord: z.ZodType<LedgerRecord> = z.discriminatedUnion('type', [
  z.object({ ...envelope, type: z.literal('change.proposed'), change }),
  z.object({ ...envelope, type: z.literal('change.superseded'), changeId }),
  z.object({ ...envelope, type: z.literal('change.withdrawn'), changeId }),
  z.object({
    ...envelope,
    type: z.literal('hunk.split'),
    changeId,
    hunkId: id<HunkId>(),
    into: z.array(hunk),
  }),
  z.object({
    ...envelope,
    type: z.literal('hunks.edited'),
    changeId,
    hunkIds: z.array(id<HunkId>()),
    removed: count,
  }),
  z.object({
    ...envelope,
    type: z.literal('decision.made'),
    decisionId,
    changeId,
    undoes: decisionId.exactOptional(),
    outcomes: z.array(outcome),
    effects: z.array(effect),
    standing,
  }),
  z.object({
    ...envelope,
    type: z.literal('decision.settled'),
    decisionId,
    outcomes: z.array(outcome),
    standing,
  }),
  z.object({
    ...envelope,
    type: z.literal('base.moved'),
    tree: objectId,
    ownTree: objectId.exactOptional(),
  }),
  z.object({
    ...envelope,
    type: z.literal('tree.rested'),
    tree: objectId,
    baseTree: objectId.exactOptional(),
    ownTree: objectId.exactOptional(),
    isUnclear: z.literal(true).exactOptional(),
  }),
  z.object({ ...envelope, type: z.literal('path.unclear'), path }),
  z.object({ ...envelope, type: z.literal('unclear.settled') }),
  z.object({
    ...envelope,
    type: z.literal('turn.checkpointed'),
    turnId: id<TurnId>(),
    tree: objectId,
    baseTree: objectId,
    olderBytes: count.exactOptional(),
  }),
  z.object({
    ...second,
    type: z.literal('refresh.begun'),
    refreshId,
    before: point,
    files: z.array(plannedRefresh),
    left: z.array(path),
  }),
  z.object({
    ...second,
    type: z.literal('refresh.settled'),
    refreshId,
    after: point,
    left: z.array(path),
  }),
  z.object({
    ...second,
    type: z.literal('refresh.undoing'),
    refreshId,
    to: point,
    effects: z.array(workEffect),
  }),
  z.object({ ...second, type: z.literal('refresh.undone'), refreshId, left: z.array(path) }),
  z.object({ ...second, type: z.literal('refresh.dismissed'), refreshId }),
  z.object({ ...second, type: z.literal('rewind.begun'), effects: z.array(workEffect) }),
  z.object({ ...second, type: z.literal('rewind.settled') }),
]);
