import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { DecisionId, SessionId } from '#shared/ids';
import type { DecisionReport } from '#shared/ipc/changes';
import { exampleChange } from '#test/window/exampleChange';
import { FakeBridge } from '#test/window/fakeBridge';
import { connectToasts, type ToastOptions } from '#window/ui/overlay/toasts';
import { decideFile, decideFiles } from './actions';
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
  [['con'], '1 file is left', 'It cannot be accepted; the file says why.'],
  [
    ['.envrc', 'con', 'aux.txt'],
    '3 files are left',
    '1 can run code: accept it on its own. 2 cannot be accepted; the file says why.',
  ],
])('accepting all leaves %j, and says why', async (paths, title, description) => {
  const views = paths.map((path) => exampleChange({ path }));
  await decideFiles(session, 'accept', views);
  expect(shown).toEqual([{ title, description }]);
  expect(bridge.inputs('changes.decide')).toEqual([]);
});
