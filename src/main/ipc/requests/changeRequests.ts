import { z } from 'zod';
import type { Host } from '#main/host/host';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { Guards, Handlers } from '#main/ipc/register';
import { name, sessionId } from '#main/ipc/sessionGuards';
import { type AppError, type fail, ok, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, HunkId, ObjectId, SessionId, TurnId } from '#shared/ids';
import type { changeRequests, DecisionReport } from '#shared/ipc/changes';

export type ChangeRequest = keyof typeof changeRequests;

type Changes = Extract<HostedSession['changes'], { readonly ok: true }>['value'];
type Decided = Awaited<ReturnType<Changes['undo']>>[number];

/** Hunks of one file that are decided at once; a file with more is decided as a whole. */
const MAX_HUNKS = 200_000;
/** Files that are decided at once: "Accept all" names every one. */
const MAX_CHANGES = 100_000;
/** Characters of an edited text: twice what the review shows. */
const MAX_TEXT = 8 * 1024 * 1024;
/** Paths in an agent's text that are looked up at once. */
const MAX_PATHS = 200;
/** Characters of a search text: more would be a whole paragraph. */
const MAX_SEARCHED = 1_000;
/** Guarded files that are decided at once; no more are ever listed. */
const MAX_GUARDED = 4_000;
const MAX_MARK = 1_000;

/** Comments on the changes of one session. */
const MAX_COMMENTS = 1_000;

const changeId = name.transform((text) => text as ChangeId);
const hunkId = name.transform((text) => text as HunkId);
const decisionId = name.transform((text) => text as DecisionId);
const turnId = name.transform((text) => text as TurnId);
/** The id of an object, because Git would also interpret much else as a tree. */
const objectId = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
  .transform((hash) => hash as ObjectId);
const text = z.string().max(MAX_TEXT);
const lines = z.array(z.int().nonnegative()).max(MAX_HUNKS);

const line = z.int().positive();
const comment = z.strictObject({
  path: name,
  side: z.enum(['before', 'after']),
  firstLine: line,
  lastLine: line,
  text: z.string().max(100_000),
});

const verdicts = z
  .array(
    z.strictObject({
      changeId,
      hunks: z
        .array(
          z.strictObject({
            hunkId,
            verdict: z.enum(['accept', 'reject']),
            lines: z.strictObject({ removed: lines, added: lines }).exactOptional(),
          }),
        )
        .min(1)
        .max(MAX_HUNKS),
      resolution: z.enum(['proposed', 'both']).exactOptional(),
      acknowledgesRisk: z.boolean().exactOptional(),
    }),
  )
  .min(1)
  .max(MAX_CHANGES);

export const changeGuards: Pick<Guards, ChangeRequest> = {
  'changes.list': z.strictObject({ sessionId }),
  'changes.texts': z.strictObject({ sessionId, changeId }),
  'changes.find': z.strictObject({
    sessionId,
    changeIds: z.array(changeId).max(MAX_CHANGES),
    text: z.string().min(1).max(MAX_SEARCHED),
  }),
  'changes.decide': z.strictObject({ sessionId, verdicts }),
  'changes.undo': z.strictObject({
    sessionId,
    decisionIds: z.array(decisionId).min(1).max(MAX_CHANGES),
  }),
  'changes.edit': z.strictObject({ sessionId, changeId, text }),
  'changes.current': z.strictObject({ sessionId, changeId }),
  'changes.resolve': z.strictObject({ sessionId, changeId, current: text, text }),
  'changes.bytes': z.strictObject({ sessionId, changeId, side: z.enum(['base', 'proposed']) }),
  'changes.rewind': z.strictObject({
    sessionId,
    to: z.union([turnId, z.strictObject({ tree: objectId, baseTree: objectId })]),
  }),
  'changes.comments': z.strictObject({ sessionId, comments: z.array(comment).max(MAX_COMMENTS) }),
  'changes.look': z.strictObject({ sessionId }),
  'changes.settleGuarded': z.strictObject({
    sessionId,
    ids: z.array(name).min(1).max(MAX_GUARDED),
    verdict: z.enum(['restore', 'keep', 'undo']),
    seen: z.record(name, z.string().max(MAX_MARK).nullable()),
  }),
  'changes.settleUnclear': z.strictObject({ sessionId }),
  'changes.guardedTexts': z.strictObject({ sessionId, id: name }),
  'changes.ignored': z.strictObject({ sessionId }),
  'changes.losses': z.strictObject({ sessionId }),
  'changes.size': z.strictObject({ sessionId }),
  'changes.commit': z.strictObject({ sessionId, message: z.string().min(1).max(100_000) }),
  'changes.applyAsBranch': z.strictObject({
    sessionId,
    branch: z.string().min(1).max(250),
    message: z.string().min(1).max(100_000),
  }),
  'changes.git': z.strictObject({ sessionId }),
  'changes.compare': z.strictObject({ sessionId }),
  'changes.compareTexts': z.strictObject({
    sessionId,
    base: objectId.nullable(),
    proposed: objectId.nullable(),
  }),
  'changes.openCopy': z.strictObject({ sessionId }),
  'changes.existing': z.strictObject({ sessionId, paths: z.array(name).max(MAX_PATHS) }),
  'changes.openFile': z.strictObject({
    sessionId,
    path: name,
    line: z.int().positive().nullable(),
  }),
};

export interface ChangeServices {
  readonly host: Host;
  /** Shows a file in the user's editor. */
  openInEditor(path: string, line: number | null): Promise<ReturnType<typeof fail> | null>;
}

export function createChangeHandlers({
  host,
  openInEditor,
}: ChangeServices): Pick<Handlers, ChangeRequest> {
  /** Runs a request on the session itself, which is opened for that. */
  const on = async <T>(
    sessionId: SessionId,
    use: (changes: Changes) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const session = await host.open(sessionId);
    if (!session.ok) return session;
    const { changes } = session.value;
    return changes.ok ? use(changes.value) : changes;
  };
  return {
    'changes.list': ({ sessionId }) => on(sessionId, (changes) => ok(changes.snapshot())),
    'changes.texts': ({ sessionId, changeId }) =>
      on(sessionId, (changes) => changes.texts(changeId)),
    'changes.find': ({ sessionId, changeIds, text }) =>
      on(sessionId, async (changes) => ok(await changes.search(changeIds, text))),
    'changes.decide': ({ sessionId, verdicts }) =>
      on(sessionId, async (changes) => {
        const results = await changes.decide(verdicts);
        const paths = verdicts.map(({ changeId }) => pathOf(changes, changeId));
        return ok(reportOf(results, paths));
      }),
    'changes.undo': ({ sessionId, decisionIds }) =>
      on(sessionId, async (changes) => {
        const results = await changes.undo(decisionIds);
        const paths = decisionIds.map((id) => changes.decidedPath(id) ?? 'Changes');
        const decisions = decisionIds.filter((_, index) => mayWorkLater(results[index]));
        return ok({ ...reportOf(results, paths), decisions });
      }),
    'changes.edit': async ({ sessionId, changeId, text }) =>
      mapped(await on(sessionId, (changes) => changes.edit(changeId, text)), () => null),
    'changes.current': async ({ sessionId, changeId }) =>
      mapped(await on(sessionId, (changes) => changes.currentText(changeId)), (text) => ({ text })),
    'changes.resolve': ({ sessionId, changeId, current, text }) =>
      on(sessionId, async (changes) => {
        const path = pathOf(changes, changeId);
        return ok(reportOf([await changes.resolve(changeId, current, text)], [path]));
      }),
    'changes.bytes': async ({ sessionId, changeId, side }) =>
      mapped(await on(sessionId, (changes) => changes.bytes(changeId, side)), (bytes) => ({
        bytes: bytes && new Uint8Array(bytes),
      })),
    'changes.rewind': ({ sessionId, to }) => on(sessionId, (changes) => changes.rewind(to)),
    'changes.comments': async ({ sessionId, comments }) =>
      mapped(await host.open(sessionId), (session) => {
        session.comments = comments;
        return null;
      }),
    'changes.look': ({ sessionId }) => on(sessionId, async (changes) => ok(await changes.look())),
    'changes.settleGuarded': async ({ sessionId, ids, verdict, seen }) =>
      mapped(
        await on(sessionId, (changes) => changes.settleGuarded(ids, verdict, seen)),
        () => null,
      ),
    'changes.settleUnclear': async ({ sessionId }) =>
      mapped(await on(sessionId, (changes) => changes.settleUnclear()), () => null),
    'changes.guardedTexts': ({ sessionId, id }) =>
      on(sessionId, (changes) => changes.guardedTexts(id)),
    'changes.ignored': ({ sessionId }) =>
      on(sessionId, ({ guarded }) => ok({ paths: guarded.ignored?.paths ?? [] })),
    'changes.losses': ({ sessionId }) => on(sessionId, (changes) => changes.losses()),
    'changes.size': async ({ sessionId }) =>
      mapped(await host.size(sessionId), (bytes) => ({ bytes })),
    'changes.commit': async ({ sessionId, message }) =>
      mapped(await on(sessionId, (changes) => changes.commitAccepted(message)), (commit) => ({
        commit,
      })),
    'changes.applyAsBranch': async ({ sessionId, branch, message }) =>
      mapped(
        await on(sessionId, (changes) => changes.applyAsBranch(branch, message)),
        (commit) => ({
          commit,
        }),
      ),
    'changes.git': async ({ sessionId }) =>
      mapped(await on(sessionId, (changes) => changes.glance()), (glance) => ({ glance })),
    'changes.compare': ({ sessionId }) => on(sessionId, (changes) => changes.compareWithMain()),
    'changes.compareTexts': ({ sessionId, base, proposed }) =>
      on(sessionId, (changes) => changes.comparedTexts(base, proposed)),
    'changes.openCopy': async ({ sessionId }) => {
      const folder = await on(sessionId, (changes) => ok(changes.workRoot));
      if (!folder.ok) return folder;
      return (await openInEditor(folder.value, null)) ?? ok(null);
    },
    'changes.existing': ({ sessionId, paths }) =>
      on(sessionId, async (changes) => ok({ paths: await changes.existing(paths) })),
    'changes.openFile': async ({ sessionId, path, line }) => {
      const place = await on(sessionId, (changes) => changes.openable(path));
      if (!place.ok) return place;
      return (await openInEditor(place.value, line)) ?? ok(null);
    },
  };
}

function mapped<T, U>(result: Result<T>, use: (value: T) => U): Result<U> {
  return result.ok ? ok(use(result.value)) : result;
}

function reportOf(results: readonly Decided[], paths: readonly string[]): DecisionReport {
  const decisions: DecisionReport['decisions'][number][] = [];
  const problems: DecisionReport['problems'][number][] = [];
  const count = { accepted: 0, rejected: 0, conflicts: 0 };
  for (const [index, result] of results.entries()) {
    if (!result.ok) {
      problems.push({ path: paths[index] ?? 'Changes', message: wordsOf(result.error) });
      continue;
    }
    const { decisionId, outcomes } = result.value;
    if (outcomes.some(({ state }) => state !== 'pending')) decisions.push(decisionId);
    for (const outcome of outcomes) {
      if (outcome.state !== 'pending') count[outcome.state]++;
      else if ('conflict' in outcome && outcome.conflict) count.conflicts++;
    }
  }
  return { decisions, ...count, problems };
}

/**
 * Whether the error may be temporary, such as a missing disk or folder. A later change or undo by
 * the user is not.
 */
function mayWorkLater(result: Decided | undefined): boolean {
  return result?.ok === false && ['io', 'unavailable', 'not-found'].includes(result.error.code);
}

function wordsOf({ message, detail }: AppError): string {
  return detail === undefined || message.includes(detail) ? message : `${message} (${detail})`;
}

function pathOf(changes: Changes, changeId: ChangeId): string {
  return changes.find(changeId)?.change.path ?? changeId;
}
