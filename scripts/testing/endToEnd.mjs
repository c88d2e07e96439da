import { join, relative } from 'node:path';
import { startDisplay } from '../setup/display.mjs';
import { run } from '../setup/processes.mjs';
import { say } from '../setup/progress.mjs';
import { root, toolPath } from '../setup/project.mjs';
import { playwrightCounts } from './counts.mjs';
import { ordinaryUser } from './ordinaryUser.mjs';
import { outcomeOf } from './outcome.mjs';
import { stage } from './staging.mjs';
import { closeWorkspace, openWorkspace, workspaceEnvironment } from './workspace.mjs';

/** Runs Playwright against the built app as an ordinary user, with Chromium's sandbox on. */
export async function runEndToEnd(electron, args = []) {
  const user = ordinaryUser();
  const workspace = await openWorkspace(user);
  const outcome = await runInWorkspace(workspace, user, electron, args);
  if (outcome.problem) say('Traces and pictures of failed tests are in test-results.');
  return outcome;
}

async function runInWorkspace(workspace, user, electron, args) {
  try {
    const paths = user
      ? await stage(workspace.folder, user, electron)
      : { project: root, node: process.execPath, electron };
    const display =
      process.platform === 'linux' ? await startDisplay(workspace.runtime, user) : undefined;
    try {
      return await runPlaywright({ paths, workspace, user, display }, args);
    } finally {
      await display?.stop();
    }
  } finally {
    await closeWorkspace(workspace, user);
  }
}

async function runPlaywright({ paths, workspace, user, display }, args) {
  const tool = join(paths.project, relative(root, toolPath('@playwright/test', 'playwright')));
  const { code } = await run(paths.node, [tool, 'test', '--reporter=list,json', ...args], {
    folder: paths.project,
    user,
    environment: {
      ...workspaceEnvironment(workspace, user),
      ...display?.environment,
      AIRLOCK_ELECTRON: paths.electron,
      AIRLOCK_TEST_RESULTS: workspace.results,
      PLAYWRIGHT_JSON_OUTPUT_FILE: workspace.reportFile,
    },
  });
  return outcomeOf('Playwright', {
    code,
    reportFile: workspace.reportFile,
    countsIn: playwrightCounts,
  });
}
