import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { DecisionId, SessionId } from '#shared/ids';
import type { DecisionReport } from '#shared/ipc/changes';
import { exampleChange } from '#test/window/exampleChange';
import { FakeBridge } from '#test/window/fakeBridge';
import { setErrorSink } from '#window/diagnostics/reportError';
import { dropUnfinished, keepUnfinished } from '#window/state/unfinishedTexts';
import { connectToasts, type ToastOptions } from '#window/ui/overlay/toasts';
import { decideFile, decideFiles, decideHunks, undoDecisions } from './actions';
import { editKey } from './diff/typedText';
import { lastDecisions } from './reviewSteps';
import { reviewStore } from './reviewStore';

const session = 'ses_1' as SessionId;
const nothing: DecisionReport = {
  decisions: [],
  accepted: 0,
  rejected: 0,
  conflicts: 0,
  problems: [],
};
const problem = { path: 'src/a.txt', message: 'No permission.' };

let bridge: FakeBridge;
let shown: ToastOptions[];
beforeEach(() => {
  shown = [];
  onTestFinished(connectToasts((toast) => void shown.push(toast)));
  bridge = new FakeBridge();
  bridge.install();
});

const lastWords = () => reviewStore(session).getState().last?.words ?? null;

test.each([
  [{ accepted: 1 }, 'Accepted 1 hunk'],
  [{ accepted: 2, rejected: 1 }, 'Accepted 2 hunks, rejected 1 hunk'],
  [{ accepted: 1, conflicts: 1 }, '1 conflict, 1 accepted'],
  [{ conflicts: 2 }, '2 conflicts'],
  [{ accepted: 1, problems: [problem] }, 'Accepted 1 hunk'],
  [{ problems: [problem] }, null],
] as const)('the review says what became of a decision: %j', async (report, words) => {
  reviewStore(session).setState({
    last: { words: 'Accepted 7 hunks', decisions: ['dec_1' as DecisionId], hasConflict: false },
  });
  bridge.answer('changes.decide', () => ({ ...nothing, ...report }));
  await decideFile(session, 'accept', exampleChange());
  expect(lastWords()).toBe(words);
});

test.each([
  [['.vscode/tasks.json'], '1 file is left', 'It can run code: accept it on its own.'],
  [['C:/x'], '1 file is left', 'It cannot be accepted; the file says why.'],
  [
    ['.envrc', 'C:/x', 'D:/y'],
    '3 files are left',
    '1 can run code: accept it on its own. 2 cannot be accepted; the file says why.',
  ],
])('accepting all leaves %j, and says why', async (paths, title, description) => {
  const views = paths.map((path) => exampleChange({ path }));
  await decideFiles(session, 'accept', views);
  expect(shown).toEqual([{ title, description }]);
  expect(bridge.inputs('changes.decide')).toEqual([]);
});

test('accepting all leaves a file with an unfinished edit, and closes an edit without one', async () => {
  bridge.answer('changes.decide', () => ({ ...nothing, accepted: 1 }));
  const [edited, opened] = [exampleChange({ path: 'a.txt' }), exampleChange({ path: 'b.txt' })];
  const key = editKey('a.txt');
  keepUnfinished(session, key, { text: 'typed', about: edited.change.changeId });
  onTestFinished(() => dropUnfinished(session, key));
  reviewStore(session).setState({ editing: 'b.txt' });
  await decideFiles(session, 'accept', [edited, opened]);
  expect(bridge.inputs('changes.decide').flatMap(({ verdicts }) => verdicts)).toMatchObject([
    { changeId: opened.change.changeId },
  ]);
  expect(reviewStore(session).getState().editing).toBe(null);
  const description = 'It has an edit of yours: keep or discard the edit first.';
  expect(shown).toEqual([{ title: '1 file is left', description }]);
});

test('a key that is pressed again before the list knows of the decision does not decide twice', async () => {
  bridge.answer('changes.decide', () => ({ ...nothing, accepted: 1 }));
  const view = exampleChange();
  await Promise.all([
    decideHunks(session, 'accept', view, view.hunks),
    decideHunks(session, 'accept', view, view.hunks),
  ]);
  await decideHunks(session, 'reject', view, view.hunks);
  expect(bridge.inputs('changes.decide')).toHaveLength(1);
});

test('what failed can be decided again', async () => {
  const view = exampleChange();
  bridge.answer('changes.decide', () => ({ ...nothing, problems: [problem] }));
  await decideHunks(session, 'accept', view, view.hunks);
  bridge.refuse('changes.decide', 'Not now.');
  await expect(decideHunks(session, 'accept', view, view.hunks)).rejects.toThrow('Not now.');
  bridge.answer('changes.decide', () => ({ ...nothing, accepted: 1 }));
  await decideHunks(session, 'accept', view, view.hunks);
  expect(bridge.inputs('changes.decide')).toHaveLength(3);
});

test('an undo that is repeated by a key is made once', async () => {
  bridge.answer('changes.undo', () => nothing);
  const decisions = ['dec_7' as DecisionId];
  await Promise.all([undoDecisions(session, decisions), undoDecisions(session, decisions)]);
  expect(bridge.inputs('changes.undo')).toHaveLength(1);
});

test('an undo that fails says that it is not undone', async () => {
  bridge.answer('changes.undo', () => ({ ...nothing, problems: [problem] }));
  await undoDecisions(session, ['dec_8' as DecisionId]);
  expect(shown).toMatchObject([
    { title: 'Not undone: src/a.txt', description: problem.message, tone: 'danger' },
  ]);
});

test('many files are decided in batches that the user can stop, and undone in one step', async () => {
  const views = Array.from({ length: 625 }, (_, index) =>
    exampleChange({ path: `src/${index}.txt`, ...(index === 624 && { proposed: null }) }),
  );
  const seen: string[] = [];
  const stop = reviewStore(session).subscribe(({ progress }, before) => {
    if (progress && progress !== before.progress)
      seen.push(`${progress.verb} ${progress.done} of ${progress.total}`);
    if (progress?.done === 250) progress.cancel();
  });
  onTestFinished(stop);
  bridge.answer('changes.decide', ({ verdicts }) => ({
    ...nothing,
    accepted: verdicts.length,
    decisions: verdicts.map(({ changeId }) => `dec_${changeId}` as DecisionId),
  }));
  await decideFiles(session, 'accept', views);
  expect(seen).toEqual(['Accepting 0 of 625', 'Accepting 250 of 625']);
  expect(reviewStore(session).getState().progress).toBeNull();
  expect(lastWords()).toBe('Accepted 500 hunks');
  const [first] = bridge.inputs('changes.decide');
  // Deletions come first, whichever batch they would be in.
  expect(first?.verdicts[0]?.changeId).toBe(views[624]?.change.changeId);

  bridge.answer('changes.undo', () => nothing);
  await undoDecisions(session, lastDecisions(session) ?? []);
  const undone = bridge.inputs('changes.undo').flatMap(({ decisionIds }) => decisionIds);
  expect(undone).toHaveLength(500);
  expect(lastWords()).toBeNull();
});

test('each batch can be undone as soon as it is decided, should the window go before the last', async () => {
  const other = 'ses_reloaded' as SessionId;
  const views = Array.from({ length: 600 }, (_, index) => exampleChange({ path: `g/${index}` }));
  const undoable: number[] = [];
  bridge.answer('changes.decide', ({ verdicts }) => {
    undoable.push(lastDecisions(other)?.length ?? 0);
    const decisions = verdicts.map(({ changeId }) => `dec_${changeId}` as DecisionId);
    return { ...nothing, accepted: verdicts.length, decisions };
  });
  await decideFiles(other, 'accept', views);
  expect(undoable).toEqual([0, 250, 500]);
  expect(lastDecisions(other)).toHaveLength(600);
  expect(reviewStore(other).getState().steps).toHaveLength(1);
});

test('an undo that the user stops, or that fails, can be continued', async () => {
  const other = 'ses_stopped' as SessionId;
  const decisions = Array.from({ length: 600 }, (_, index) => `dec_${index}` as DecisionId);
  bridge.answer('changes.decide', () => ({ ...nothing, accepted: 600, decisions }));
  await decideFile(other, 'accept', exampleChange({ path: 'many' }));
  const stop = reviewStore(other).subscribe(({ progress }) => progress?.cancel());
  bridge.answer('changes.undo', () => nothing);
  await undoDecisions(other, lastDecisions(other) ?? []);
  stop();
  expect(bridge.inputs('changes.undo').map(({ decisionIds }) => decisionIds)).toEqual([
    decisions.slice(350),
  ]);
  expect(reviewStore(other).getState().last).toEqual({
    words: 'Undid 250 of 600 files',
    decisions: decisions.slice(0, 350),
    hasConflict: false,
  });

  bridge.refuse('changes.undo', 'Not now.');
  await expect(undoDecisions(other, lastDecisions(other) ?? [])).rejects.toThrow('Not now.');
  expect(lastDecisions(other)).toEqual(decisions.slice(0, 350));
  bridge.answer('changes.undo', () => nothing);
  await undoDecisions(other, lastDecisions(other) ?? []);
  expect(lastDecisions(other)).toBeUndefined();
  expect(reviewStore(other).getState().last).toBeNull();
});

test('an undo that could not be carried out for some files now can be tried again for them', async () => {
  const other = 'ses_away' as SessionId;
  const decisions = ['dec_1', 'dec_2', 'dec_3'] as DecisionId[];
  bridge.answer('changes.decide', () => ({ ...nothing, accepted: 3, decisions }));
  await decideFile(other, 'accept', exampleChange({ path: 'three' }));
  bridge.answer('changes.undo', () => ({
    ...nothing,
    decisions: ['dec_3', 'dec_1'] as DecisionId[],
    problems: [problem, problem],
  }));
  await undoDecisions(other, lastDecisions(other) ?? []);
  expect(lastDecisions(other)).toEqual(['dec_1', 'dec_3']);
  expect(reviewStore(other).getState().last?.words).toBe('Undid 1 of 3 files');
  bridge.answer('changes.undo', () => nothing);
  await undoDecisions(other, lastDecisions(other) ?? []);
  expect(lastDecisions(other)).toBeUndefined();
});

test('a batch that fails leaves what was decided before it, to be undone', async () => {
  const views = Array.from({ length: 375 }, (_, index) =>
    exampleChange({ path: `lib/${index}.txt` }),
  );
  const told: unknown[] = [];
  setErrorSink((error) => told.push(error));
  bridge.answer('changes.decide', ({ verdicts }) => {
    bridge.refuse('changes.decide', 'The disk is full.');
    return {
      ...nothing,
      accepted: verdicts.length,
      decisions: verdicts.map(({ changeId }) => `dec_${changeId}` as DecisionId),
    };
  });
  await decideFiles(session, 'accept', views);
  expect(told.map(String).join()).toContain('The disk is full.');
  expect(lastWords()).toBe('Accepted 250 hunks');
  expect(lastDecisions(session)).toHaveLength(250);
});

test('what was decided can be undone after a restart, the newest first', async () => {
  const decide = async (path: string, count: number) => {
    const decisions = Array.from({ length: count }, (_, index) => `dec_${path}${index}`);
    bridge.answer('changes.decide', () => ({
      ...nothing,
      accepted: count,
      decisions: decisions as DecisionId[],
    }));
    await decideFile(session, 'accept', exampleChange({ path }));
    return decisions;
  };
  await decide('first', 1);
  const last = await decide('last', 3);
  const again = 'ses_again' as SessionId;
  const kept = localStorage.getItem(`airlock.1.review.${session}`) ?? '';
  localStorage.setItem(`airlock.1.review.${again}`, kept);
  expect(lastDecisions(again)).toEqual(last);
  bridge.answer('changes.undo', () => nothing);
  await undoDecisions(again, lastDecisions(again) ?? []);
  expect(lastDecisions(again)).toEqual(['dec_first0']);
});
