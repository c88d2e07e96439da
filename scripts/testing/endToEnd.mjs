import { chown, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { startDisplay } from '../setup/display.mjs';
import { run } from '../setup/processes.mjs';
import { say } from '../setup/progress.mjs';
import { root, toolPath } from '../setup/project.mjs';
import { playwrightCounts } from './counts.mjs';
import { playwrightFailures, playwrightFlaky } from './failures.mjs';
import { ordinaryUser } from './ordinaryUser.mjs';
import { outcomeOf } from './outcome.mjs';
import { filesInTurn, takesAll, turnOfToday } from './rotation.mjs';
import { stage } from './staging.mjs';
import { closeWorkspace, openWorkspace, workspaceEnvironment } from './workspace.mjs';

/**
 * Each test starts its own Electron. On two cores a third worker uses the time in which the others
 * wait.
 */
const WORKERS = 3;

/**
 * Runs Playwright against the built app as an ordinary user, with Chromium's sandbox on. `inTurn`
 * leaves out the files that are not due today.
 */
export async function runEndToEnd(electron, { inTurn = false, args = [] } = {}) {
  const files = inTurn && !takesAll() ? await filesOfToday() : [];
  const user = ordinaryUser();
  const workspace = await openWorkspace(user);
  const outcome = await runInWorkspace(workspace, user, electron, { files, args });
  if (outcome.problem) {
    say('Pictures of failed tests are in test-results; "npm test -- e2e <name>" keeps traces.');
  }
  return outcome;
}

/** Names the files of today, so that nobody thinks that all files ran. */
async function filesOfToday() {
  const files = (await readdir(join(root, 'e2e'))).filter((name) => name.endsWith('.spec.ts'));
  const turn = turnOfToday();
  const taken = filesInTurn(files, turn);
  const left = files.filter((file) => !taken.includes(file));
  say(
    `End-to-end: ${taken.length} of ${files.length} files, turn ${turn}; "npm test -- e2e" or AIRLOCK_ALL_TESTS=1 also runs ${left.join(', ')}.`,
  );
  return taken;
}

async function runInWorkspace(workspace, user, electron, wanted) {
  try {
    const paths = user
      ? await stage(workspace.folder, user, electron)
      : { project: root, node: process.execPath, electron };
    const displays = process.platform === 'linux' ? await startDisplays(workspace, user) : [];
    try {
      return await runPlaywright({ paths, workspace, user, displays }, wanted);
    } finally {
      await Promise.all(displays.map((display) => display.stop()));
    }
  } finally {
    await closeWorkspace(workspace, user);
  }
}

/** A display has one clipboard and one focused window, so parallel tests must not share one. */
async function startDisplays({ runtime }, user) {
  const displays = [];
  try {
    for (let worker = 0; worker < WORKERS; worker++) {
      const folder = join(runtime, `display-${worker}`);
      await mkdir(folder, { mode: 0o700 });
      if (user) await chown(folder, user.uid, user.gid);
      displays.push(await startDisplay(folder, user));
    }
    return displays;
  } catch (error) {
    await Promise.all(displays.map((display) => display.stop()));
    throw error;
  }
}

async function runPlaywright({ paths, workspace, user, displays }, { files, args }) {
  const tool = join(paths.project, relative(root, toolPath('@playwright/test', 'playwright')));
  const options = [`--workers=${WORKERS}`, '--reporter=list,json'];
  // Playwright treats names as patterns: without the anchor, "terminals" would also match
  // "agentTerminals".
  const names = files.map((file) => `[\\\\/]${file.replaceAll('.', '\\.')}$`);
  const { code } = await run(paths.node, [tool, 'test', ...options, ...names, ...args], {
    folder: paths.project,
    user,
    environment: {
      ...workspaceEnvironment(workspace, user),
      ...displays[0]?.environment,
      AIRLOCK_DISPLAYS: JSON.stringify(displays.map(({ environment }) => environment)),
      AIRLOCK_ELECTRON: paths.electron,
      // The same for all of its processes, even if the day changes meanwhile.
      AIRLOCK_SEED: `${turnOfToday()}`,
      // Snapshots of the page at every step help with a single test, but not with a run of all.
      ...(args.length === 0 && { AIRLOCK_TRACES: 'retried' }),
      AIRLOCK_TEST_RESULTS: workspace.results,
      PLAYWRIGHT_JSON_OUTPUT_FILE: workspace.reportFile,
    },
  });
  return outcomeOf('Playwright', {
    code,
    reportFile: workspace.reportFile,
    countsIn: playwrightCounts,
    failuresIn: playwrightFailures,
    flakyIn: playwrightFlaky,
  });
}
