import type { SessionAirlock } from '#main/airlock/airlock';
import { type AppError, fail, ok, type Result } from '#shared/errors';
import type { ChangeId, SessionId } from '#shared/ids';
import type { DecisionReport } from '#shared/ipc/changes';
import type { AirlockWorkplaces } from './airlockWorkplaces';
import type { Changes } from './changes';
import { SHOWN_BYTES } from './limits';

type Decided = Awaited<ReturnType<SessionAirlock['undo']>>;

/** What the window may ask about changes, answered by the airlock of the session it asks about. */
export function airlockChanges(
  workplaces: AirlockWorkplaces,
  /** Brings a session up, so that its airlock can be found. */
  openSession: (id: SessionId) => Promise<Result<unknown>>,
): Changes {
  const on = async <T>(
    id: SessionId,
    use: (airlock: SessionAirlock) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const opened = await openSession(id);
    if (!opened.ok) return opened;
    const airlock = workplaces.find(id);
    return airlock.ok ? use(airlock.value) : airlock;
  };
  return {
    onDidChange: workplaces.onDidChange,
    list: (id) =>
      on(id, async ({ changes, checkpoints, isRepository, notices, lookFault, guarded }) =>
        ok({
          changes: changes.filter(({ status }) => status === 'open' || status === 'settled'),
          checkpoints: checkpoints.map(({ turnId, at }) => ({ turnId, at })),
          isRepository,
          notices,
          lookFault,
          guarded: {
            ...guarded,
            ignored: guarded.ignored && {
              count: guarded.ignored.count,
              isComplete: guarded.ignored.isComplete,
            },
          },
        }),
      ),
    texts: (id, changeId) =>
      on(id, async (airlock) => {
        const texts = await airlock.texts(changeId);
        return texts.ok ? ok({ base: texts.value.base, proposed: texts.value.proposed }) : texts;
      }),
    decide: (id, verdicts) =>
      on(id, async (airlock) => {
        const results = await airlock.decide(verdicts);
        const paths = verdicts.map(({ changeId }) => pathOf(airlock, changeId));
        return ok(reportOf(results, paths));
      }),
    undo: (id, decisions) =>
      on(id, async (airlock) => {
        const results: Decided[] = [];
        // Newest first: each was decided on what the ones before it had left.
        for (const decision of decisions.toReversed()) results.push(await airlock.undo(decision));
        const { conflicts, problems } = reportOf(results, []);
        return ok({ decisions: [], conflicts, problems });
      }),
    edit: (id, changeId, text) => on(id, (airlock) => airlock.edit(changeId, text)),
    current: (id, changeId) => on(id, (airlock) => airlock.currentText(changeId)),
    resolve: (id, changeId, current, text) =>
      on(id, async (airlock) => {
        const path = pathOf(airlock, changeId);
        return ok(reportOf([await airlock.resolve(changeId, current, text)], [path]));
      }),
    bytes: (id, changeId, side) =>
      on(id, async (airlock) => {
        const change = airlock.change(changeId)?.change;
        if (change === undefined) return fail('not-found', 'This change is not known.');
        const version = change[side];
        return version && version.bytes <= SHOWN_BYTES
          ? airlock.blob(change.path, version)
          : ok(null);
      }),
    rewind: (id, to) => on(id, (airlock) => airlock.rewind(to)),
    look: (id) =>
      on(id, async (airlock) => {
        const seen = await airlock.scan();
        return ok(seen.ok ? null : seen.error.message);
      }),
    settleGuarded: (id, ids, verdict) => on(id, (airlock) => airlock.settleGuarded(ids, verdict)),
    guardedTexts: (id, file) =>
      on(id, async (airlock) => {
        const texts = await airlock.guardedTexts(file);
        if (!texts.ok) return texts;
        const { before, after } = texts.value;
        return ok({ before: before && textOf(before), after: after && textOf(after) });
      }),
    ignored: (id) => on(id, async ({ guarded }) => ok(guarded.ignored?.paths ?? [])),
    losses: (id) =>
      on(id, async (airlock) => {
        const losses = await airlock.losses();
        if (!losses.ok) return losses;
        const open = airlock.changes.filter(({ status }) => status === 'open');
        return ok({
          pending: new Set(open.map(({ change }) => change.path)).size,
          notices: airlock.notices.filter(({ reason }) => reason !== 'not-carried'),
          copy: losses.value,
        });
      }),
    size: (id) => workplaces.size(id),
    commit: (id, message) => on(id, (airlock) => airlock.commitAccepted(message)),
    applyAsBranch: (id, branch, message) =>
      on(id, (airlock) => airlock.applyAsBranch(branch, message)),
    locate: (id, path) => on(id, (airlock) => airlock.openable(path)),
  };
}

function reportOf(results: readonly Decided[], paths: readonly string[]): DecisionReport {
  const decisions: DecisionReport['decisions'][number][] = [];
  const problems: DecisionReport['problems'][number][] = [];
  let conflicts = 0;
  for (const [index, result] of results.entries()) {
    if (!result.ok) {
      problems.push({ path: paths[index] ?? 'Changes', message: wordsOf(result.error) });
      continue;
    }
    const { decisionId, outcomes } = result.value;
    if (outcomes.some(({ state }) => state !== 'pending')) decisions.push(decisionId);
    conflicts += outcomes.filter((outcome) => 'conflict' in outcome && outcome.conflict).length;
  }
  return { decisions, conflicts, problems };
}

function wordsOf({ message, detail }: AppError): string {
  return detail === undefined || message.includes(detail) ? message : `${message} (${detail})`;
}

function pathOf(airlock: SessionAirlock, changeId: ChangeId): string {
  return airlock.change(changeId)?.change.path ?? changeId;
}

/** Null if it is no text. */
function textOf(bytes: Buffer): string | null {
  return bytes.includes(0) ? null : bytes.toString('utf8');
}
