import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { GitRepository } from '../test/support/gitRepository';
import { expect, type RunningApp, test } from './fixtures';
import { flawsIn } from './pages/flaws';
import { Terminals } from './pages/terminals';

/** Nothing serious is found by axe, in any theme. */
async function expectAccessible(window: Page, what: string, within: string): Promise<void> {
  const flaws = await flawsIn(window, within);
  expect(
    flaws.filter((flaw) => /^(?:serious|critical)/.test(flaw)),
    what,
  ).toEqual([]);
}

function resize({ electron }: RunningApp, width: number, height: number) {
  return electron.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
    [width, height] as [number, number],
  );
}

/** The prompts and buttons that a toast lies over. */
function covered(toast: Locator): Promise<readonly string[]> {
  return toast.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...document.querySelectorAll('textarea, button, input, [role="treeitem"]')]
      .filter((other) => !element.contains(other) && other.checkVisibility())
      .filter((other) => {
        const { left, right, top, bottom, width } = other.getBoundingClientRect();
        const isVisible = width > 0 && document.elementFromPoint(left + 1, top + 1) !== null;
        return (
          isVisible &&
          left < box.right &&
          right > box.left &&
          top < box.bottom &&
          bottom > box.top &&
          element.contains(
            document.elementFromPoint(Math.max(left, box.left) + 1, Math.max(top, box.top) + 1),
          )
        );
      })
      .map((other) => other.getAttribute('aria-label') ?? other.textContent ?? other.tagName);
  });
}

test('toasts cover nothing and undo what they tell of; quitting while an agent works says so, and can wait', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('toasts cover no prompt and no button, and undo what they tell of', async () => {
    const app = await open({ Alpha: script('hello') });
    const { workbench, window } = app;
    await resize(app, 1024, 700);
    for (const prompt of ['one', 'two', 'three', 'four']) {
      await workbench.start({ folder: project, prompt });
    }
    await window.keyboard.press('ControlOrMeta+Alt+4');
    await expect(workbench.sessions).toHaveCount(4);

    await test.step('a toast has its own place, with the sidebar and without', async () => {
      await workbench.list.pick('four', 'Archive');
      const toast = window.getByRole('dialog', { name: 'Archived “four”' });
      await expect(toast).toBeVisible();
      // Panes learn with the next frame that they have less room.
      await expect.poll(() => covered(toast)).toEqual([]);
      await expect(workbench.sessions).toHaveCount(3);
      await window.keyboard.press('ControlOrMeta+b');
      await expect(window.getByRole('button', { name: 'Show sidebar' })).toBeVisible();
      await expect(toast).toBeVisible();
      await expect.poll(() => covered(toast)).toEqual([]);
      await toast.getByRole('button', { name: 'Undo' }).click();
      await expect(workbench.session('four').region).toBeVisible();
      await window.keyboard.press('ControlOrMeta+b');
    });

    await test.step('delete is undone with its pane', async () => {
      await workbench.list.pick('three', 'Delete…');
      await window.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(workbench.session('three').region).toBeHidden();
      const toast = window.getByRole('dialog', { name: 'Deleted “three”' });
      await toast.getByRole('button', { name: 'Undo' }).click();
      await expect(workbench.session('three').region).toBeVisible();
    });
  });

  await test.step('quitting while an agent works says so, and can wait until it is done', async () => {
    const agent = script({
      turns: [[{ say: 'Working' }, { stallUntil: 'done' }, { say: ' done' }]],
    });
    const { workbench, window, electron } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'work' });
    await expect(pane.transcript).toContainText('Working');
    /** Answers the next question by its button, and keeps what was asked. */
    const answerWith = (label: string) =>
      electron.evaluate(({ dialog }, wanted) => {
        const kept = globalThis as unknown as { asked: string };
        dialog.showMessageBox = (async (...args: unknown[]) => {
          const question = args.at(-1) as { message: string; buttons: string[] };
          kept.asked = question.message;
          return { response: question.buttons.indexOf(wanted), checkboxChecked: false };
        }) as typeof dialog.showMessageBox;
      }, label);
    const closeWindow = () =>
      electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    const asked = () =>
      electron.evaluate(() => (globalThis as unknown as { asked?: string }).asked ?? '');

    await answerWith('Cancel');
    await closeWindow();
    await expect.poll(asked).toBe('1 agent is at work.');
    await expect(pane.region).toBeVisible();

    await answerWith('Quit when idle');
    await closeWindow();
    const banner = window.getByRole('status').filter({ hasText: 'Airlock quits when all agents' });
    await expect(banner).toContainText('1 session is at work');
    await expectAccessible(window, 'waiting to quit', '[role=status]');
    await banner.getByRole('button', { name: 'Keep running' }).click();
    await expect(banner).toBeHidden();

    await closeWindow();
    await expect(banner).toBeVisible();
    const closed = electron.waitForEvent('close');
    agent.open('done');
    await closed;
  });
});

test('projects have a menu, the palette leads everywhere, and a copy begins from a branch', async ({
  open,
  script,
  project,
  folder,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('a project has a menu, and what it removes from the list comes back', async () => {
    const { workbench, window } = await open({ Alpha: script('hello') });
    for (const prompt of ['one', 'two']) await workbench.start({ folder: project, prompt });
    await workbench.list.folder('project').click({ button: 'right' });
    await expect(window.getByRole('menu')).toBeVisible();
    await expectAccessible(window, 'menu of a project', '[role=menu]');
    await window.getByRole('menuitem', { name: 'Review project setup…' }).click();
    await expect(workbench.dialog('Project setup')).toContainText('project has no .airlock.json');
    await window.keyboard.press('Escape');

    await workbench.list.folder('project').focus();
    await window.keyboard.press('F2');
    await window.getByRole('textbox', { name: 'Project name' }).fill('Shop');
    await window.keyboard.press('Enter');
    await expect(workbench.list.folder('Shop')).toBeVisible();

    await workbench.list.folder('Shop').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'New terminal here' }).click();
    const terminals = new Terminals(window);
    await expect(terminals.region.locator('textarea').last()).toBeFocused();
    await window.keyboard.type('pwd\n');
    await expect(terminals.screen).toContainText(project.slice(-20));
    await window.keyboard.press('Control+`');
    await expect(workbench.list.folder('Shop')).toBeVisible();

    await workbench.list.folder('Shop').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'New session here' }).click();
    await expect(window.getByRole('textbox', { name: 'Folder' })).toHaveValue(project);
    await window.keyboard.press('Escape');

    await workbench.list.folder('Shop').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Remove from list' }).click();
    await expect(workbench.list.folder('Shop')).toBeHidden();
    await expect(workbench.sessions).toHaveCount(0);
    const toast = window.getByRole('dialog', { name: /^Removed “Shop”/ });
    await expect(toast).toContainText('2 sessions are archived');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.list.folder('Shop')).toBeVisible();
    await expect(workbench.sessions).toHaveCount(2);
  });

  await test.step('the palette leads to sessions, settings and files; a link to a changed file opens its review', async () => {
    const repository = await GitRepository.createWith(join(folder, 'shop'), {
      'src/cart.js': '1\n2\n3\n4\n5\n',
      'src/other.js': '1\n',
    });
    const agent = script({
      turns: [
        [
          { diskWrite: { path: 'src/cart.js', content: '1\n2\n3\nfour\n5\n' } },
          {
            tool: {
              id: 'call_1',
              title: 'Edit the cart',
              kind: 'edit',
              locations: [{ path: 'src/cart.js' }],
            },
          },
          { say: 'See src/cart.js:4 for it.' },
        ],
        [{ echo: true }],
      ],
    });
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: repository.path, prompt: 'change the cart' });
    await workbench.start({ folder: repository.path, prompt: 'something else' });
    const palette = workbench.dialog('Command palette');
    const find = async (query: string) => {
      await window.keyboard.press('ControlOrMeta+k');
      await palette.getByRole('combobox').fill(query);
    };

    await find('change the c');
    await palette.getByRole('option', { name: 'change the cart, session in shop' }).click();
    await expect(pane.prompt).toBeFocused();

    await find('font size');
    await expect(palette.getByRole('option', { name: /^Terminal font size/ })).toBeVisible();
    await expectAccessible(window, 'palette', '[role=dialog]');
    await palette.getByRole('option', { name: /^Terminal font size/ }).click();
    const size = workbench.dialog('Settings').getByRole('textbox', { name: 'Terminal font size' });
    await expect(size).toBeFocused();
    await window.keyboard.press('Escape');

    await pane.prompt.focus();
    await find('cart');
    await palette.getByRole('option', { name: 'src/cart.js, file' }).click();
    const changes = pane.region.getByRole('region', { name: 'Changes' });
    await expect(changes.getByRole('treeitem', { name: /cart\.js/ })).toBeFocused();
    await changes.getByRole('button', { name: 'Close' }).click();
    await expect(changes).toBeHidden();

    // The actions of a row do not lie over what it names.
    const tool = pane.transcript.locator('[data-kind="tool"]').first();
    await tool.hover();
    const place = tool.getByRole('button', { name: /cart\.js/ });
    await expect(tool.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible();
    expect(
      await place.evaluate((element) => {
        const { right, top, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(right - 2, top + height / 2));
      }),
    ).toBe(true);

    await pane.transcript.getByRole('button', { name: 'src/cart.js:4' }).click();
    await expect(changes.getByRole('treeitem', { name: /cart\.js/ })).toBeFocused();
    await window.keyboard.press('Alt+y');
    await expect.poll(() => repository.read('src/cart.js')).toBe('1\n2\n3\nfour\n5\n');
  });

  await test.step('a copy begins from a chosen branch, says so, and its changes go into the user’s own files', async () => {
    const repository = await GitRepository.createWith(join(folder, 'branches'), {
      'a.txt': 'one\ntwo\nthree\n',
    });
    await repository.git('checkout', '--quiet', '-b', 'topic');
    repository.write('a.txt', 'one\ntwo\nthree\ntopic\n');
    await repository.commitAll('Topic');
    await repository.git('checkout', '--quiet', 'main');
    await divergeFromUpstream(repository, join(folder, 'origin.git'));
    const agent = script({
      turns: [[{ shell: 'cp a.txt seen.txt; sed -i s/one/ONE/ a.txt' }, { say: 'Done.' }]],
    });
    const { workbench, window } = await open({ Alpha: agent });
    await window.keyboard.press('ControlOrMeta+n');
    const dialog = workbench.dialog('New session');
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(repository.path);
    const base = dialog.getByRole('combobox', { name: 'Copy from' });
    await expect(base).toHaveValue('Your files as they are now, on main');
    await base.fill('top');
    const option = window.getByRole('option', { name: 'topic' });
    await expect(option).toBeVisible();
    // What is behind the list does not show through below its scrollbar.
    expect(
      await option.evaluate((element) => {
        const popup = element.closest('[role="presentation"], [data-open]');
        return popup && getComputedStyle(popup, '::-webkit-scrollbar').backgroundColor;
      }),
    ).not.toBe('rgba(0, 0, 0, 0)');
    await option.click();
    await expect(dialog).toContainText('The copy has topic as committed');
    await expectAccessible(window, 'new session from a branch', '[role=dialog]');
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('from topic');
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();

    const pane = workbench.session('from topic');
    await expect(pane.transcript).toContainText('Done.');
    const branch = window.getByRole('img', { name: /The copy was made from topic\./ });
    await expect(branch).toBeVisible();
    await expect(branch).toContainText('↑2 ↓1');
    const distance = '2 commits ahead of and 1 commit behind its upstream branch.';
    await expect(branch).toHaveAccessibleName(new RegExp(`^Your project: main\\. ${distance}`));
    const changes = await pane.review();
    await expect(changes.region).toContainText('Compared with topic, where the copy began.');
    await changes.region.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => existsSync(repository.join('seen.txt'))).toBe(true);
    await expect.poll(() => repository.read('a.txt')).toBe('ONE\ntwo\nthree\n');
    expect(repository.read('seen.txt')).toBe('one\ntwo\nthree\ntopic\n');
    await changes.button('More actions for changes').click();
    await window.getByRole('menuitem', { name: 'Commit accepted…' }).click();
    const commit = workbench.dialog('Commit accepted changes');
    await expect(commit).toContainText(`Commits to main. ${distance}`);
    await window.keyboard.press('Escape');
  });
});

/** Two commits of its own, and one of the upstream branch that it lacks. */
async function divergeFromUpstream(repository: GitRepository, origin: string): Promise<void> {
  await repository.git('clone', '--quiet', '--bare', '.', origin);
  await repository.git('remote', 'add', 'origin', origin);
  await repository.git('commit', '--quiet', '--allow-empty', '-m', 'Theirs');
  await repository.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  await repository.git('reset', '--quiet', '--hard', 'HEAD~1');
  for (const message of ['One', 'Two']) {
    await repository.git('commit', '--quiet', '--allow-empty', '-m', message);
  }
}

test('a long copy shows what is done and can be cancelled', async ({ open, script, folder }) => {
  const repository = await GitRepository.createWith(join(folder, 'shop'), { 'a.txt': 'one\n' });
  const gate = join(folder, 'gate');
  const branchGate = join(folder, 'branch-gate');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  // A disk that takes its time.
  writeFileSync(
    join(programs, 'git'),
    `#!/bin/sh
case "$*" in
  *read-tree*-u*) while [ ! -e '${gate}' ]; do sleep 0.05; done;;
  *for-each-ref*refs/tags*) while [ ! -e '${branchGate}' ]; do sleep 0.05; done;;
esac
PATH='${process.env.PATH}' exec git "$@"
`,
  );
  chmodSync(join(programs, 'git'), 0o755);
  const env = { PATH: `${programs}:${process.env.PATH}` };
  const { workbench, window, userData } = await open({ Alpha: script('hello') }, { env });
  await window.keyboard.press('ControlOrMeta+n');
  const dialog = workbench.dialog('New session');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(repository.path);
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('go');
  // What arrives while the button is held down does not move it away from the pointer.
  await dialog.getByRole('button', { name: 'Start', exact: true }).hover();
  await window.mouse.down();
  writeFileSync(branchGate, '');
  await expect(dialog.getByRole('combobox', { name: 'Copy from' })).toBeVisible();
  await window.mouse.up();
  const work = dialog.getByRole('group', { name: 'Copying shop' });
  await expect(work).toContainText('Writing the copy');
  await expectAccessible(window, 'a copy in the making', '[role=dialog]');
  await work.getByRole('button', { name: 'Cancel: Copying shop' }).click();
  await expect(dialog).toContainText('You cancelled it.');
  await expect(work).toBeHidden();
  expect(readdirSync(join(userData, 'data', 'worktrees'))).toEqual([]);

  writeFileSync(gate, '');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(workbench.session('go').transcript).toContainText('Hello');
});
