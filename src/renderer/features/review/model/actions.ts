import { type ChangeView, type HunkView, openHunks } from '#shared/airlock/changeView';
import type { LineSelection } from '#shared/airlock/diff/splitHunk';
import type { ChangeVerdict, Verdict } from '#shared/airlock/verdict';
import type { DecisionId, SessionId } from '#shared/ids';
import type { DecisionReport } from '#shared/ipc/changes';
import { capital } from '#shared/text/capital';
import { counted, formatNumber } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { whyNotGreen } from '#window/features/review/checks/greenGate';
import { call } from '#window/ipc/client';
import { confirmFirst } from '#window/state/confirmation';
import { refreshGitGlance } from '#window/state/session/gitGlance';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { showToast } from '#window/ui/overlay/toasts';
import { inBatches } from './batches';
import { startBeat } from './beat';
import { conflictsOf } from './diff/conflicts';
import { typedText } from './diff/typedText';
import { collectedKey, hunkState } from './fileState';
import { preferences } from './preferences';
import { latestByPath } from './reviewedFiles';
import {
  dropFromSteps,
  keepUndoable,
  lastDecisions,
  noteStep,
  placeOfDecisions,
  placeOfVerdicts,
} from './reviewSteps';
import { reviewStore } from './reviewStore';
import { nextOpenHunk } from './walk';

interface Picked {
  readonly view: ChangeView;
  readonly hunks: readonly HunkView[];
}

/** Applies the user's verdict to some hunks of one file. */
export async function decideHunks(
  session: SessionId,
  verdict: Verdict,
  view: ChangeView,
  hunks: readonly HunkView[],
): Promise<void> {
  const open = hunks.filter((hunk) => !isDecided(session, view, hunk));
  if (open.length === 0) return;
  if (verdict === 'accept' && view.risk.type === 'red') {
    confirmRisk(view, view.risk.reason, () => decide(session, verdict, [{ view, hunks: open }]));
  } else {
    await decide(session, verdict, [{ view, hunks: open }]);
  }
}

export function decideFile(session: SessionId, verdict: Verdict, view: ChangeView): Promise<void> {
  return decideHunks(session, verdict, view, view.hunks);
}

export function decideAll(session: SessionId, verdict: Verdict): Promise<void> {
  return decideFiles(session, verdict, latestByPath(sessionChanges(session)?.changes ?? []));
}

/**
 * Decides whole files. Accepting leaves out files that need a separate decision: those that can run
 * code, and those that the user is editing.
 */
export async function decideFiles(
  session: SessionId,
  verdict: Verdict,
  files: readonly ChangeView[],
): Promise<void> {
  const open = files
    .map((view) => ({
      view,
      hunks: view.hunks.filter((hunk) => !isDecided(session, view, hunk)),
    }))
    .filter(({ hunks }) => hunks.length > 0)
    .map((file) => ({ ...file, obstacle: obstacleTo(session, verdict, file.view) }));
  const wanted = open.filter(({ obstacle }) => obstacle === null);
  const paths = new Set(wanted.map(({ view }) => view.change.path));
  reviewStore(session).setState(({ editing }) =>
    editing !== null && paths.has(editing) ? { editing: null } : {},
  );
  if (wanted.length > 0) await decide(session, verdict, wanted);
  const left = open.flatMap(({ obstacle }) => obstacle ?? []);
  if (left.length === 0) return;
  showToast({
    title: left.length === 1 ? '1 file is left' : `${formatNumber(left.length)} files are left`,
    description: leftWords(left),
  });
}

type Obstacle = 'red' | 'refused' | 'edited';

/** Why a file cannot be accepted together with others; null if it can. */
function obstacleTo(session: SessionId, verdict: Verdict, view: ChangeView): Obstacle | null {
  if (verdict !== 'accept') return null;
  if (view.risk.type !== 'ordinary') return view.risk.type;
  return typedText(session, view) === undefined ? null : 'edited';
}

function leftWords(left: readonly Obstacle[]): string {
  const isMixed = new Set(left).size > 1;
  const words: Readonly<Record<Obstacle, (who: string, isOne: boolean) => string>> = {
    red: (who, isOne) => `${who} can run code: accept ${isOne ? 'it' : 'each'} on its own.`,
    refused: (who) => `${who} cannot be accepted; the file says why.`,
    edited: (who, isOne) =>
      isOne
        ? `${who} has an edit of yours: keep or discard the edit first.`
        : `${who} have edits of yours: keep or discard them first.`,
  };
  return (['red', 'refused', 'edited'] as const)
    .map((obstacle) => ({ obstacle, count: left.filter((one) => one === obstacle).length }))
    .filter(({ count }) => count > 0)
    .map(({ obstacle, count }) => {
      const who = isMixed ? formatNumber(count) : count === 1 ? 'It' : 'They';
      return words[obstacle](who, count === 1);
    })
    .join(' ');
}

/** Decides some lines of one hunk; the other lines become a separate hunk. */
export async function decideLines(
  session: SessionId,
  verdict: Verdict,
  view: ChangeView,
  { hunk }: HunkView,
  lines: LineSelection,
): Promise<void> {
  const run = (acknowledgesRisk: boolean) =>
    carryOut(session, [
      {
        changeId: view.change.changeId,
        hunks: [{ hunkId: hunk.id, verdict, lines }],
        acknowledgesRisk,
      },
    ]);
  if (verdict === 'accept' && view.risk.type === 'red') {
    confirmRisk(view, view.risk.reason, () => run(true));
  } else {
    await run(false);
  }
}

/** Applies all collected verdicts in one go. */
export async function applyCollected(session: SessionId): Promise<void> {
  const store = reviewStore(session);
  const { collected } = store.getState();
  const verdicts = (sessionChanges(session)?.changes ?? []).flatMap((view): ChangeVerdict[] => {
    const hunks = openHunks(view).flatMap((hunk) => {
      const verdict = collected.get(collectedKey(view, hunk));
      return verdict ? [{ hunkId: hunk.hunk.id, verdict }] : [];
    });
    if (hunks.length === 0) return [];
    // The user confirmed the risk when the verdict was collected.
    return [{ changeId: view.change.changeId, hunks, acknowledgesRisk: view.risk.type === 'red' }];
  });
  if (verdicts.length > 0) await carryOut(session, verdicts);
  store.setState({ collected: new Map() });
}

/** Removes verdicts that were only collected. */
export function forget(session: SessionId, view: ChangeView, hunks: readonly HunkView[]): void {
  const keys = new Set(hunks.map((hunk) => collectedKey(view, hunk)));
  reviewStore(session).setState(({ collected }) => ({
    collected: new Map([...collected].filter(([key]) => !keys.has(key))),
  }));
}

const undoing = new Set<DecisionId>();

export async function undoDecisions(
  session: SessionId,
  decisionIds: readonly DecisionId[],
): Promise<void> {
  // A key that repeats during an undo must not undo a second step.
  const wanted = decisionIds.filter((decision) => !undoing.has(decision));
  if (wanted.length === 0) return;
  for (const decision of wanted) undoing.add(decision);
  const place = placeOfDecisions(session, wanted);
  onTheirWay.delete(session);
  dropFromSteps(session, wanted);
  reviewStore(session).setState(({ last }) => ({
    hasIgnoredKey: false,
    last: last?.decisions.some((decision) => wanted.includes(decision)) ? null : last,
  }));
  const left = new Set(wanted);
  try {
    // The newest first, and in batches as well, because each decision was made on the result of the
    // ones before it.
    const report = await inBatches(session, 'Undoing', wanted.toReversed(), async (batch) => {
      const decisionIds = batch.toReversed();
      const undone = await call('changes.undo', { sessionId: session, decisionIds });
      for (const decision of batch) left.delete(decision);
      // The disk is full or unavailable, so these can be tried again.
      for (const decision of undone.decisions) left.add(decision);
      return undone;
    });
    refreshGitGlance(session);
    // Shows the user what is undecided again, wherever they have gone.
    if (place) {
      reviewStore(session).setState(({ arrival }) => ({ ...place, arrival: arrival + 1 }));
    }
    tellProblems(report, 'Not undone: ');
  } finally {
    for (const decision of wanted) undoing.delete(decision);
    const again = wanted.filter((decision) => left.has(decision));
    if (again.length > 0) keepUndoable(session, wanted, again, place);
  }
}

/**
 * Hunks whose verdict is being applied. The list shows them as undecided until it is loaded again.
 * A key pressed in the meantime repeats the decision and must not fail.
 */
const onTheirWay = new Map<SessionId, Set<string>>();

function isDecided(session: SessionId, view: ChangeView, hunk: HunkView): boolean {
  if (hunk.outcome.state !== 'pending') return true;
  return onTheirWay.get(session)?.has(collectedKey(view, hunk)) === true;
}

/** Decisions that main has not answered yet. */
const carrying = new Map<SessionId, Set<Promise<void>>>();

export function canUndo(session: SessionId): boolean {
  return lastDecisions(session) !== undefined || (carrying.get(session)?.size ?? 0) > 0;
}

/** Undoes the last decision, even one that is still being applied. */
export async function undoLast(session: SessionId): Promise<void> {
  await Promise.allSettled(carrying.get(session) ?? []);
  const decisions = lastDecisions(session);
  if (decisions) await undoDecisions(session, decisions);
}

/** Applies verdicts that were composed elsewhere, such as resolved conflicts. */
export async function carryOut(
  session: SessionId,
  verdicts: readonly ChangeVerdict[],
): Promise<void> {
  const own = carrying.get(session) ?? new Set();
  carrying.set(session, own);
  const task = carryOutChecked(session, verdicts);
  own.add(task);
  try {
    await task;
  } finally {
    own.delete(task);
  }
}

async function carryOutChecked(
  session: SessionId,
  verdicts: readonly ChangeVerdict[],
): Promise<void> {
  const asking = whyNotGreen(session, verdicts);
  const reason = asking && (await asking);
  if (reason === null) return carryOutNow(session, verdicts);
  confirmFirst({
    title: 'Accept without passing checks?',
    description: `This project accepts changes only when its checks have passed on exactly these changes. ${reason}`,
    action: 'Accept anyway',
    run: () => carryOutNow(session, verdicts).catch(reportError),
  });
}

async function carryOutNow(session: SessionId, verdicts: readonly ChangeVerdict[]): Promise<void> {
  const decided = verdicts.flatMap(({ changeId, hunks }) =>
    hunks.map(({ hunkId }) => `${changeId}/${hunkId}`),
  );
  const underWay = onTheirWay.get(session) ?? new Set();
  onTheirWay.set(session, underWay);
  for (const key of decided) underWay.add(key);
  const isOpenAgain = () => {
    for (const key of decided) underWay.delete(key);
  };
  let report: DecisionReport;
  try {
    const place = placeOfVerdicts(session, verdicts);
    let noted: readonly DecisionId[] = [];
    report = await inBatches(session, verbFor(verdicts), verdicts, async (batch) => {
      const part = await call('changes.decide', { sessionId: session, verdicts: batch });
      // At once, because the window may be closed before the last batch is decided.
      dropFromSteps(session, noted);
      noted = [...noted, ...part.decisions];
      noteStep(session, noted, place);
      return part;
    });
  } catch (error) {
    isOpenAgain();
    throw error;
  }
  refreshGitGlance(session);
  tellProblems(report, `${leftFor(verdicts)}: `);
  sayDecided(session, verdicts, report);
  const isDone = report.accepted + report.rejected >= decided.length;
  // The rest of a split hunk is a new hunk, and failed decisions are still open.
  if (!isDone || verdicts.some(({ hunks }) => hunks.some(({ lines }) => lines))) isOpenAgain();
  // The user will want to look at failures.
  if (report.conflicts > 0 || report.problems.length > 0) return;
  goOn(session, new Set(decided));
}

function verbFor(verdicts: readonly ChangeVerdict[]): string {
  const given = new Set(verdicts.flatMap(({ hunks }) => hunks.map(({ verdict }) => verdict)));
  if (given.size !== 1) return 'Deciding';
  return given.has('accept') ? 'Accepting' : 'Rejecting';
}

/** The label for files whose verdict could not be carried out. */
function leftFor(verdicts: readonly ChangeVerdict[]): string {
  const verb = verbFor(verdicts);
  if (verb === 'Deciding') return 'Not decided';
  return verb === 'Accepting' ? 'Not accepted' : 'Not rejected';
}

/** Applies the user's own text to a conflict; `current` is the file that it was written for. */
export async function applyResult(
  session: SessionId,
  view: ChangeView,
  current: string,
  text: string,
): Promise<boolean> {
  const { changeId } = view.change;
  const report = await call('changes.resolve', { sessionId: session, changeId, current, text });
  noteStep(session, report.decisions, { path: view.change.path, hunkId: null });
  tellProblems(report);
  const { decisions } = report;
  if (decisions.length === 0) return false;
  reviewStore(session).setState({
    last: { words: 'Used your result', decisions, hasConflict: false },
  });
  goOn(session, new Set(conflictsOf(view).map(({ hunk }) => collectedKey(view, hunk))));
  return true;
}

async function decide(
  session: SessionId,
  verdict: Verdict,
  picked: readonly Picked[],
): Promise<void> {
  const keys = picked.flatMap(({ view, hunks }) => hunks.map((hunk) => collectedKey(view, hunk)));
  if (preferences.getState().pace === 'collect') {
    reviewStore(session).setState(({ collected }) => ({
      collected: new Map([...collected, ...keys.map((key) => [key, verdict] as const)]),
    }));
    goOn(session, new Set(keys));
    return;
  }
  await carryOut(
    session,
    deletionsFirst(verdict, picked).map(({ view, hunks }) => ({
      changeId: view.change.changeId,
      hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict })),
      acknowledgesRisk: view.risk.type === 'red',
    })),
  );
}

/** Puts deletions first: a folder of the same name may replace a deleted file in another batch. */
function deletionsFirst(verdict: Verdict, picked: readonly Picked[]): readonly Picked[] {
  const vanishes = ({ view: { change } }: Picked) =>
    (verdict === 'accept' ? change.proposed : change.base) === null;
  return [...picked.filter(vanishes), ...picked.filter((one) => !vanishes(one))];
}

function confirmRisk({ change }: ChangeView, reason: string, run: () => Promise<void>): void {
  confirmFirst({
    title: `Accept ${visiblePath(change.path)}?`,
    description: `${reason} Accept it only if you have read every line of it.`,
    action: 'Accept',
    run: () => run().catch(reportError),
  });
}

/** Reports the decision in the review itself, next to its undo, so that nothing is covered. */
function sayDecided(
  session: SessionId,
  verdicts: readonly ChangeVerdict[],
  { decisions, accepted, rejected, conflicts }: DecisionReport,
): void {
  const isOfLines = verdicts.some(({ hunks }) => hunks.some(({ lines }) => lines));
  const words = Object.entries({ accepted, rejected }).flatMap(([verdict, count]) => {
    if (count === 0) return [];
    if (conflicts > 0) return [`${formatNumber(count)} ${verdict}`];
    const what = isOfLines ? 'lines' : counted(count, 'hunk');
    return [`${verdict} ${what}`];
  });
  if (conflicts > 0) words.unshift(counted(conflicts, 'conflict'));
  reviewStore(session).setState({
    last:
      words.length === 0
        ? null
        : { words: capital(words.join(', ')), decisions, hasConflict: conflicts > 0 },
  });
}

function tellProblems({ problems }: DecisionReport, what = ''): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  showToast({
    title:
      what +
      visiblePath(first.path) +
      (others.length === 0 ? '' : ` and ${formatNumber(others.length)} more`),
    description: first.message,
    tone: 'danger',
  });
}

/** Goes to the next undecided hunk. The list may not include the last decision yet. */
function goOn(session: SessionId, decided: ReadonlySet<string>): void {
  const store = reviewStore(session);
  const { path, hunkId, collected } = store.getState();
  const files = latestByPath(sessionChanges(session)?.changes ?? []);
  const here = path === null ? null : { path, hunkId };
  const next = nextOpenHunk(files, here, (view, hunk) => {
    const state = hunkState(view, hunk, collected);
    const isOpen = state === 'undecided' || state === 'conflict';
    return isOpen && !decided.has(collectedKey(view, hunk));
  });
  store.setState({ ...next, hasIgnoredKey: false, picked: null });
  if (next !== null && next.path !== path) startBeat(session);
}
