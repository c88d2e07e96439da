import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitRepository } from '../test/support/gitRepository';
import { installedAt, isInstalled, realPrograms } from '../test/support/realPrograms';
import { test as base, expect } from './fixtures';
import { SessionPane } from './pages/sessionPane';

/**
 * The real programs in the app, isolated and sealed, with a stand-in for their models on loopback that
 * plays the steps in a prompt. Each is in the PATH and has its files in the home folder, as users have
 * it. Switched on by AIRLOCK_REAL_AGENTS: see CONTRIBUTING.md. The results are in docs/agents.md.
 */
const isOn = process.env.AIRLOCK_REAL_AGENTS !== undefined;

const test = base.extend<{ readonly home: string }>({
  // Codex does without its helpers where its folder is in that for temporary files.
  home: async ({}, use) => {
    const home = await mkdtemp('/var/tmp/airlock-e2e-');
    await use(home);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** A real program takes its time to start. */
const PATIENCE = 150_000;
const before = 'intro\nhello world\noutro\n';
const reviewed = 'intro\nhello world\nwritten by the fake model\n';

for (const isolation of ['Isolated', 'Sealed'] as const) {
  for (const program of realPrograms) {
    const { name, speaks } = program;
    test(`${isolation}: ${name} edits a file, runs a command, is reviewed, gets the feedback, and is resumed after a restart`, async ({
      open,
      launch,
      folder,
      home,
    }) => {
      test.skip(!isOn || !isInstalled(program), 'AIRLOCK_REAL_AGENTS is not set.');
      test.skip(isolation === 'Sealed' && !existsSync('/usr/bin/bwrap'), 'There is no bubblewrap.');
      test.setTimeout(6 * PATIENCE);
      const project = join(folder, 'project');
      const file = join(project, 'hello-fake.txt');
      await GitRepository.createWith(project, { 'hello-fake.txt': before });
      // What each of them asks is part of what is looked at.
      const permissions = { copyEdits: false, sealedCommands: false };
      const settings = { permissions };
      const app = await open({ [name]: installedAt(home, program) }, { settings });
      const { workbench, window } = app;

      const prompt = 'FAKE:read,write,text';
      await workbench.start({ agent: name, folder: project, prompt, isolation });
      // Agents change its title.
      const pane = workbench.session(/^Session: /);
      const begun = new Date().getMinutes();
      const asked = await allowUntilDone(pane, 2);
      expect(asked > 0).toBe(program.asks.includes(isolation));
      expect(readFileSync(file, 'utf8')).toBe(before);
      await expect(window.getByRole('button', { name: isolation, exact: true })).toBeVisible();

      const changes = await pane.review();
      await changes.open('hello-fake.txt');
      await changes.hunk(2).getByRole('button', { name: 'Accept hunk' }).click();
      await expect(changes.hunk(2)).toContainText('Accepted');
      await changes.hunk(1).getByRole('button', { name: 'Reject hunk' }).click();
      await expect(changes.file('hello-fake.txt')).toHaveAccessibleName(/partly accepted/);
      expect(readFileSync(file, 'utf8')).toBe(reviewed);

      await workbench.run('Show agent details');
      await expect(workbench.dialog(name)).toContainText(`${speaks} (detected)`);
      await window.keyboard.press('Escape');

      // The comment says what to do, and the agent does it on the file as the review has left it.
      await changes.hunk(2).getByRole('button', { name: 'Comment' }).click();
      await changes.region
        .getByRole('textbox', { name: /^Comment on line/ })
        .fill('Say edited. FAKE:read,read,edit,text');
      await changes.button('Add comment').click();
      await expect(changes.comments).toContainText('1 comment and 1 rejected hunk');
      await changes.comments.getByRole('button', { name: /^Send/ }).click();
      await allowUntilDone(pane, 3);
      await expect(changes.file('hello-fake.txt')).toHaveAccessibleName(/undecided/);
      expect(readFileSync(file, 'utf8')).toBe(reviewed);

      const shell = program.escalates && isolation === 'Isolated' ? 'escalate' : 'shell';
      await pane.say(`FAKE:read,read,read,${shell},text`);
      await allowUntilDone(pane, 4);
      await expect(changes.file('shell-out.txt')).toBeVisible();
      expect(existsSync(join(project, 'shell-out.txt'))).toBe(false);
      await app.close();

      if (program.forgetsForAMinute) {
        await expect.poll(() => new Date().getMinutes(), { timeout: 2 * PATIENCE }).not.toBe(begun);
      }
      const later = await launch({ userData: app.userData });
      const again = new SessionPane(later.window, /^Session: /);
      const left = await again.review();
      await left.open('hello-fake.txt');
      await left.button('Accept file').click();
      await expect(left.file('hello-fake.txt')).toHaveAccessibleName(/, accepted/);
      expect(readFileSync(file, 'utf8')).toBe(reviewed.replace('world', 'edited'));
      await again.say('FAKE:read,text');
      await allowUntilDone(again, 1);
      await expect(again.transcript).toContainText(
        /Resumed\. The agent does not show what it remembers\.|The agent has this conversation/,
      );
      if (isolation === 'Isolated') return;
      // Some rewrite their settings where they can.
      for (const [path, text] of Object.entries(program.files)) {
        expect(readFileSync(join(home, path), 'utf8')).toBe(text);
      }
    });
  }
}

const ANSWER_MILLISECONDS = 5_000;

/** Allows each thing, as often as the agent asks, until the turn of so many tools is done; how often that was. */
async function allowUntilDone(pane: SessionPane, tools: number): Promise<number> {
  const allow = pane.permissions.getByRole('button', { name: /^(Allow|Yes|Approve)\b/ }).first();
  const done = pane.transcript.getByText(`finished after ${tools} tool`).first();
  for (let count = 0; ; count++) {
    await expect(allow.or(done).first()).toBeVisible({ timeout: PATIENCE });
    if (await done.isVisible()) return count;
    // A window that comes to the front meanwhile makes the buttons wait again.
    await expect(async () => {
      if (await allow.isVisible()) await allow.click({ timeout: ANSWER_MILLISECONDS });
      await expect(allow).toBeHidden({ timeout: ANSWER_MILLISECONDS });
    }).toPass();
  }
}
