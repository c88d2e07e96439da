import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';
import { Terminals } from './pages/terminals';

test('agents’ commands, a project’s scripts and logins run in terminals', async ({
  open,
  script,
  project,
}, info) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('an agent’s terminal login runs in a terminal', async () => {
    const agent = script('hostile-terminal-login');
    const { workbench, window } = await open({ Scripted: agent });
    const pane = await workbench.start({ folder: project, prompt: 'begin' });
    await expect(pane.transcript).toContainText('needs you to log in');
    const starts = () => agent.journal.of('started').length;
    expect(starts()).toBe(1);
    await pane.transcript.getByRole('button', { name: 'The old way' }).click();
    // It runs, works, closes, and the agent is started again.
    await expect.poll(starts).toBe(2);
    await expect(new Terminals(window).tabs).toHaveCount(0);
  });

  await test.step('an agent’s command is shown live in its tool call, read-only until the user takes it over', async () => {
    const env = { TERM: 'xterm-256color', ASKED: 'for a name' };
    const { workbench, window } = await open({ Scripted: script(runs(askForName, env)) });
    const pane = await workbench.start({ folder: project, prompt: 'run it' });
    const terminals = new Terminals(window);
    await expect(pane.transcript).toContainText('asking for a name');
    await expect(pane.transcript).toContainText("ASKED='for a name'");

    await pane.transcript.getByRole('button', { name: 'Show in terminal panel' }).click();
    await expect(terminals.screen).toContainText('asking for a name');
    await expect(terminals.region).toContainText('Read-only');
    // Its tab can be closed and had again; the command runs on.
    await terminals.button('Close terminal').click();
    await expect(terminals.tabs).toHaveCount(0);
    await pane.transcript.getByRole('button', { name: 'Show in terminal panel' }).click();
    await expect(terminals.screen).toContainText('asking for a name');
    await terminals.region.locator('.xterm').click();
    await terminals.run('not yet');
    await window.screenshot({ path: info.outputPath('agent-terminal.png') });
    await expect(terminals.screen).not.toContainText('hello');

    await terminals.button('Take over').click();
    await expect(terminals.region).toContainText('You are typing');
    await expect(terminals.region.locator('textarea').last()).toBeFocused();
    // What was printed is printed again on a new screen, and its questions are not answered then.
    await window.reload();
    await expect(pane.transcript).toContainText('asking for a name');
    await expect(terminals.region).toContainText('You are typing');
    await expect(terminals.screen).toContainText('asking for a name');
    await terminals.region.locator('.xterm').click();
    await terminals.run('Ada');
    await expect(terminals.screen).toContainText('hello [Ada]');
    await expect(pane.transcript).toContainText('hello [Ada]');
    await expect(terminals.region).toContainText('Ended');
  });

  await test.step('a command on pipes can be watched and stopped, but not typed into', async () => {
    const agent = script(runs('echo working; exec sleep 1000'));
    const { workbench, window } = await open({ Scripted: agent });
    const pane = await workbench.start({ folder: project, prompt: 'run it' });
    const terminals = new Terminals(window);
    await expect(pane.transcript).toContainText('working');
    await pane.transcript.getByRole('button', { name: 'Show in terminal panel' }).click();
    await expect(terminals.screen).toContainText('working');
    await expect(terminals.button('Take over')).toBeHidden();
    await terminals.button('Stop command').click();
    await expect(pane.transcript).toContainText('It is over.');
    await expect(terminals.region.locator('textarea').last()).toBeFocused();
  });

  await test.step('a project’s script runs from the palette, and its failure is sent to the agent', async () => {
    const check = 'echo checking; echo "3 problems found"; exit 2';
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ scripts: { 'check-all': check } }),
    );
    const agent = script({ turns: [[{ say: 'Ready.' }], [{ say: 'I got: {{prompt}}' }]] });
    const { workbench, window } = await open({ Scripted: agent });
    const pane = await workbench.start({ folder: project, prompt: 'begin' });
    await expect(pane.transcript).toContainText('Ready.');
    await workbench.run('Run check-all');
    const terminals = new Terminals(window);
    await expect(terminals.screen).toContainText('3 problems found');
    await expect(terminals.region).toContainText('Ended with exit code 2');
    await terminals.button('Send to agent').click();
    await expect(pane.transcript).toContainText('I got: I ran');
    await expect(pane.transcript).toContainText('failed with exit code 2');
  });
});

/** One shell command by the client's terminal, and a word when it has ended. */
function runs(command: string, env: Readonly<Record<string, string>> = {}): Scenario {
  const terminal = { command: '/bin/sh', args: ['-c', command], env, toolCallId: 'run-1' };
  return { turns: [[{ terminal }, { say: 'It is over.' }]] };
}

/** Asks its terminal for whatever that would answer, and then its user; says what came, escaped. */
const askForName = [
  'stty -icanon -echo min 1',
  "printf '\\033[c\\033[>c\\033[6n\\033[5n\\033]10;?\\007\\033P$q\"p\\033\\\\'",
  'echo "asking $ASKED"',
  'stty sane',
  'read -r name',
  'printf "hello [%s]" "$name" | cat -v',
  'sleep 1',
].join('; ');
