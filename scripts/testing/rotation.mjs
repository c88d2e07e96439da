const DAY_MILLISECONDS = 86_400_000;

/** The share of the rotating files that one run takes; each day takes other files. */
const FILES_SHARE = 1 / 8;

/**
 * End-to-end files, and the tests that prove the logic behind their steps at a lower level. Only
 * the files show how it works together in the window. `npm test` runs a share of them, a different
 * one each day. `npm test -- e2e` and every push run all of them. A file that is not listed here
 * always runs.
 */
export const SHOWN_BELOW = {
  'lostNotes.spec.ts': ['test/integration/airlock/lostNotes.test.ts'],
  'afterReview.spec.ts': [
    'test/integration/airlock/undo.test.ts',
    'test/integration/airlock/publishing.test.ts',
    'src/renderer/features/review/model/actions.test.tsx',
  ],
  'agentCheck.spec.ts': [
    'test/integration/agents/checking.test.ts',
    'src/main/doctor/keptChecks.test.ts',
    'src/renderer/features/settings/check/AgentCheckPanel.test.tsx',
  ],
  'agentTerminals.spec.ts': [
    'test/integration/terminals/agentTerminals.test.ts',
    'test/integration/terminals/userTerminals.test.ts',
    'src/main/host/session/terminalLogin.test.ts',
    'src/main/terminals/runnables.test.ts',
    'src/renderer/features/terminal/run/failureText.test.ts',
  ],
  'agentsAtHand.spec.ts': [
    'test/integration/agents/finding.test.ts',
    'src/renderer/features/sessions/new/startFromForm.test.tsx',
  ],
  'attachments.spec.ts': [
    'test/integration/host/prompts.test.ts',
    'src/renderer/features/composer/attachments/attachments.test.ts',
    'src/renderer/features/composer/promptContent.test.ts',
    'src/renderer/features/thread/content/AudioBlock.test.tsx',
  ],
  'attention.spec.ts': ['src/main/app/attention.test.ts'],
  'blindReview.spec.ts': [
    'test/integration/airlock/blindLooks.test.ts',
    'test/integration/airlock/ownEdits.test.ts',
  ],
  'compare.spec.ts': [
    'test/integration/review/composing.test.ts',
    'test/integration/review/checks.test.ts',
    'test/integration/review/deliver.test.ts',
    'src/renderer/features/compare/keptPicks.test.tsx',
    'src/renderer/features/compare/scoreTable.test.ts',
  ],
  'everyday.spec.ts': [
    'test/integration/airlock/copyBase.test.ts',
    'src/main/app/quitting.test.ts',
    'src/renderer/app/WorkStrip.test.tsx',
    'src/renderer/features/palette/CommandPalette.test.tsx',
    'src/renderer/actions/openPlace.test.tsx',
  ],
  'feedback.spec.ts': ['src/renderer/features/review/model/feedback/composeFeedback.test.ts'],
  'fewDescriptors.spec.ts': ['test/integration/process/fewDescriptors.test.ts'],
  'fullDisk.spec.ts': ['test/integration/store/fullDisk.test.ts', 'src/main/app/quitting.test.ts'],
  'guardedFiles.spec.ts': [
    'test/integration/airlock/guarded.test.ts',
    'src/renderer/features/review/guarded/GuardedFiles.test.tsx',
  ],
  'hiddenNames.spec.ts': [
    'src/shared/text/visiblePath.test.ts',
    'src/renderer/features/review/files/FileList.test.tsx',
    'src/renderer/features/thread/TitleText.test.tsx',
  ],
  'import.spec.ts': [
    'test/integration/host/sessions.test.ts',
    'src/renderer/actions/sessionActions.test.tsx',
  ],
  'inPlace.spec.ts': [
    'test/integration/airlock/inPlace.test.ts',
    'test/integration/review/askedEdits.test.ts',
    'test/integration/airlock/unseenFiles.test.ts',
  ],
  'inspector.spec.ts': [
    'test/integration/host/inspector.test.ts',
    'test/integration/host/starting.test.ts',
    'src/main/host/inspector/entryFrames.test.ts',
    'src/renderer/features/inspector/confinementWords.test.ts',
  ],
  'keyboard.spec.ts': [
    'src/shared/commands/keyBindings.test.ts',
    'src/renderer/features/settings/KeyboardPanel.test.tsx',
    'src/renderer/features/settings/KeyRow.test.tsx',
    'src/renderer/features/sessions/new/NewSessionFields.test.tsx',
    'src/renderer/app/answerKeys.test.tsx',
  ],
  'login.spec.ts': ['test/integration/host/authentication.test.ts'],
  'lostCopy.spec.ts': ['test/integration/host/lostCopy.test.ts'],
  'mcpServers.spec.ts': [
    'test/integration/mcp/serverTests.test.ts',
    'test/integration/host/mcpServers.test.ts',
    'src/renderer/features/settings/mcp/McpPanel.test.tsx',
  ],
  'newSession.spec.ts': [
    'src/renderer/features/sessions/new/NewSessionFields.test.tsx',
    'src/renderer/features/sessions/new/startFromForm.test.tsx',
    'src/renderer/features/sessions/new/templates.test.ts',
  ],
  'panes.spec.ts': [
    'src/renderer/features/panes/closedPanes.test.ts',
    'src/renderer/features/panes/paneController.test.tsx',
    'src/renderer/features/panes/paneLayout.test.ts',
  ],
  'parallel.spec.ts': [
    'src/renderer/features/panes/paneLayout.test.ts',
    'src/renderer/state/session/sessionModel.test.ts',
    'src/renderer/state/session/memberNames.test.ts',
  ],
  'permissionRules.spec.ts': [
    'test/integration/host/permissionRules.test.ts',
    'src/main/permissions/proposal.test.ts',
    'src/renderer/features/settings/rules/RulesPanel.test.tsx',
  ],
  'permissions.spec.ts': [
    'test/integration/host/permissions.test.ts',
    'src/renderer/features/thread/permission/PermissionCard.test.tsx',
    'src/renderer/app/answerKeys.test.tsx',
  ],
  'projectSetup.spec.ts': [
    'test/integration/review/projectSetup.test.ts',
    'src/renderer/features/sessions/setup/SetupBar.test.tsx',
  ],
  'prompts.spec.ts': [
    'test/integration/host/prompts.test.ts',
    'test/integration/host/cancel.test.ts',
    'src/renderer/features/composer/QueueList.test.tsx',
  ],
  'reviewConflicts.spec.ts': [
    'test/integration/airlock/userFiles.test.ts',
    'src/shared/airlock/diff/merge.test.ts',
    'src/renderer/features/review/model/diff/resolveTexts.test.ts',
  ],
  'reviewEditors.spec.ts': ['src/renderer/features/review/monaco/diffController.test.ts'],
  'reviewLoop.spec.ts': [
    'src/renderer/features/review/reviewCommands.test.tsx',
    'src/renderer/features/review/find/ReviewFindBar.test.tsx',
    'src/renderer/features/review/comments/CommentEditor.test.tsx',
    'src/renderer/features/review/model/walk.test.ts',
  ],
  'reviewScroll.spec.ts': [
    'src/renderer/features/review/model/diff/scrollContent.test.ts',
    'src/renderer/features/review/diff/drawDiff.test.ts',
    'src/renderer/features/review/model/walk.test.ts',
  ],
  'sealed.spec.ts': [
    'test/integration/seal/sealedSession.test.ts',
    'test/integration/seal/refusals.test.ts',
    'test/integration/seal/limitedNetwork.test.ts',
    'src/renderer/features/panes/SealRefusalList.test.tsx',
    'src/renderer/features/thread/rows/RefusalRow.test.tsx',
  ],
  'sessions.spec.ts': [
    'test/integration/host/searchAndExport.test.ts',
    'test/integration/store/deleting.test.ts',
    'src/renderer/actions/sessionActions.test.tsx',
    'src/renderer/features/sessions/list/RenameField.test.tsx',
    'src/renderer/features/sessions/list/SearchHits.test.tsx',
    'src/renderer/features/sessions/list/sessionTree.test.ts',
  ],
  'terminals.spec.ts': [
    'test/integration/terminals/userTerminals.test.ts',
    'test/integration/terminals/ptyHost.test.ts',
    'test/integration/terminals/ptyHostClient.test.ts',
    'src/renderer/features/terminal/screen/pasteText.test.ts',
    'src/renderer/features/terminal/screen/boundedScreen.test.tsx',
    'src/renderer/features/terminal/screen/findLinks.test.ts',
  ],
  'transcript.spec.ts': [
    'src/renderer/features/thread/scroll/useStickToEnd.test.tsx',
    'src/renderer/features/thread/content/contentBlocks.test.tsx',
    'src/renderer/features/thread/find/findMatches.test.ts',
    'src/renderer/features/thread/permission/PermissionCard.test.tsx',
    'src/renderer/features/composer/suggestions/suggestions.test.ts',
    'src/renderer/features/composer/draft/history.test.ts',
  ],
  'trash.spec.ts': ['test/integration/store/deleting.test.ts', 'src/main/trash/trash.test.ts'],
  'unfinishedTexts.spec.ts': [
    'src/renderer/state/unfinishedTexts.test.ts',
    'src/renderer/state/savedSoon.test.ts',
    'src/renderer/features/review/StrandedTexts.test.tsx',
  ],
  'wires.spec.ts': [
    'test/contract/contract.test.ts',
    'src/shared/session/wires.test.ts',
    'src/renderer/features/settings/AgentForm.test.tsx',
  ],
};

/** Whether nothing rotates, and every case runs each time. */
export function takesAll(environment = process.env) {
  return Boolean(environment.AIRLOCK_ALL_TESTS || environment.AIRLOCK_LONG_TESTS);
}

/** The number of today's turn; `AIRLOCK_SEED` chooses that of another day. */
export function turnOfToday(environment = process.env, now = Date.now()) {
  return Number(environment.AIRLOCK_SEED ?? Math.floor(now / DAY_MILLISECONDS));
}

/**
 * A share of the items, in their order. Consecutive turns take every item once before they take any
 * twice.
 */
export function takenInTurn(items, share, turn) {
  const count = Math.ceil(items.length * share);
  const first = (turn * count) % items.length;
  return items.filter((_, index) => (index - first + items.length) % items.length < count);
}

/** The end-to-end files of one run. */
export function filesInTurn(files, turn) {
  const taken = takenInTurn(Object.keys(SHOWN_BELOW), FILES_SHARE, turn);
  return files.filter((file) => !(file in SHOWN_BELOW) || taken.includes(file));
}
