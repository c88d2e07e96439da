import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitRepository } from '../test/support/gitRepository';
import { expect, test } from './fixtures';
import { SessionPane } from './pages/sessionPane';

/**
 * The real programs in the app, with a stand-in for their models on loopback that plays the steps in
 * a prompt. Switched on by AIRLOCK_REAL_AGENTS, the folder of the scripts that start them: see
 * CONTRIBUTING.md.
 */
const folder = process.env.AIRLOCK_REAL_AGENTS;

const agents = [
  { name: 'Claude Code', script: 'claude-code.sh', speaks: 'Claude Code stream-json' },
  { name: 'Codex', script: 'codex.sh', speaks: 'Codex app-server' },
  { name: 'OpenCode', script: 'opencode.sh', speaks: 'ACP v1' },
];

/** A real program takes its time to start. */
const PATIENCE = 60_000;
const before = 'intro\nhello world\noutro\n';
const reviewed = 'intro\nhello world\nwritten by the fake model\n';

for (const { name, script, speaks } of agents) {
  test(`${name} edits a file once allowed, is reviewed hunk by hunk, gets the feedback, and is resumed after a restart`, async ({
    open,
    launch,
    folder: temporary,
  }) => {
    const command = join(folder ?? '', script);
    test.skip(folder === undefined || !existsSync(command), 'AIRLOCK_REAL_AGENTS is not set.');
    test.setTimeout(8 * PATIENCE);
    const project = join(temporary, 'project');
    const file = join(project, 'hello-fake.txt');
    await GitRepository.createWith(project, { 'hello-fake.txt': before });
    const { AIRLOCK_REAL_AGENTS_ROOT: root } = process.env;
    const env = {
      AGENT_HOME: join(temporary, 'home'),
      ...(root === undefined ? {} : { AGENTS_ROOT: root }),
    };
    const app = await open({ [name]: { command, args: [], env, wire: 'auto' } });
    const { workbench, window } = app;

    const prompt = 'FAKE:read,write,text';
    const pane = await workbench.start({ agent: name, folder: project, prompt });
    expect(await allowUntilDone(pane, 2)).toBeGreaterThan(0);
    expect(readFileSync(file, 'utf8')).toBe(before);

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
    expect(await allowUntilDone(pane, 3)).toBeGreaterThan(0);
    await expect(changes.file('hello-fake.txt')).toHaveAccessibleName(/undecided/);
    expect(readFileSync(file, 'utf8')).toBe(reviewed);
    await app.close();

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
      'Resumed. The agent does not show what it remembers.',
    );
  });
}

/** Allows each thing once, as often as the agent asks; how often that was. */
async function allowUntilDone(pane: SessionPane, tools: number): Promise<number> {
  const allow = pane.permissions.getByRole('button', { name: /^(Allow|Yes|Approve)\b/ }).first();
  const done = pane.transcript.getByText(`finished after ${tools} tool`).first();
  for (let count = 0; ; count++) {
    await expect(allow.or(done).first()).toBeVisible({ timeout: PATIENCE });
    if (await done.isVisible()) return count;
    await allow.click();
    await expect(allow).toBeHidden();
  }
}
