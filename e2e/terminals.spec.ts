import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Locator } from '@playwright/test';
import { test as base, expect, type RunningApp } from './fixtures';
import { Terminals } from './pages/terminals';

interface Shell extends RunningApp {
  readonly terminals: Terminals;
}

/** The app on the project, with a shell that takes commands. */
const test = base.extend<{ readonly shell: Shell }>({
  shell: async ({ launch, project }, use) => {
    const app = await launch({ args: [project] });
    const terminals = new Terminals(app.window);
    await terminals.open();
    await use({ ...app, terminals });
  },
});

test('a shell is typed into, searched, resized, left and pasted into', async ({
  shell: { window, electron, terminals },
  project,
}, info) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('search matches are counted, and links open through the app’s own opener', async () => {
    await electron.evaluate(({ shell }) => {
      const opened: string[] = [];
      (globalThis as unknown as { opened: string[] }).opened = opened;
      shell.showItemInFolder = (path: string) => void opened.push(`in its folder: ${path}`);
      shell.openExternal = async (url: string) => void opened.push(url);
      shell.openPath = async (path: string) => {
        opened.push(path);
        return '';
      };
    });
    const opened = () =>
      electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
    await writeFile(join(project, 'run.py'), '');
    await terminals.run('clear; echo at notes.md:3 or run.py:1 or https://example.com/page');
    await expect(terminals.screen).toContainText('https://example.com/page');

    await window.keyboard.press('Control+Shift+F');
    await window.getByRole('textbox', { name: 'Find in terminal' }).fill('example');
    await expect(terminals.region).toContainText(/\d of \d/);
    await window.keyboard.press('Escape');

    const line = terminals.screen.locator('> div', { hasText: /^at notes\.md/ });
    const hint = terminals.region.locator('.xterm-hover');
    const clickWord = async (word: string, isMeant: boolean) => {
      const { x, y } = await placeOf(line, word);
      // Coming from elsewhere: a mouse that never left its cell is no news to the screen.
      await window.mouse.move(x + 20, y);
      await window.mouse.move(x, y);
      await expect(hint).toContainText(word);
      if (isMeant) await window.keyboard.down('Control');
      await window.mouse.click(x, y);
      if (isMeant) await window.keyboard.up('Control');
      await window.mouse.move(0, 0);
      await expect(hint).toHaveCount(0);
    };
    await clickWord('https', false);
    expect(await opened()).toEqual([]);
    await clickWord('https', true);
    await expect.poll(opened).toEqual(['https://example.com/page']);
    await clickWord('notes.md', true);
    await expect.poll(opened).toEqual(['https://example.com/page', join(project, 'notes.md')]);
    // Some systems would run it.
    await clickWord('run.py', true);
    await expect
      .poll(async () => (await opened()).at(-1))
      .toBe(`in its folder: ${join(project, 'run.py')}`);
  });

  await test.step('programs follow the size of their terminal; a full-screen one draws itself, and restores the screen when it ends', async () => {
    const before = await terminals.size();
    const edge = window.getByRole('separator', { name: 'Terminal height' });
    for (let step = 0; step < 6; step++) await edge.press('ArrowUp');
    await window.getByRole('button', { name: 'Hide sidebar' }).click();
    await terminals.region.locator('.xterm').click();
    await expect(async () => {
      const after = await terminals.size();
      expect(after.rows).toBeGreaterThan(before.rows);
      expect(after.columns).toBeGreaterThan(before.columns);
    }).toPass();

    await writeFile(join(project, 'long.txt'), lines(500));
    await terminals.run('less -N long.txt');
    await expect(terminals.screen).toContainText('line 1 of 500');
    await window.keyboard.press('Shift+G');
    await expect(terminals.screen).toContainText('line 500 of 500');
    await expect(terminals.screen).not.toContainText('line 1 of 500');
    await window.screenshot({ path: info.outputPath('less.png') });
    // It is drawn anew for its new size, with nothing left over.
    for (let step = 0; step < 3; step++) await edge.press('ArrowUp');
    await terminals.region.locator('.xterm').click();
    await window.keyboard.type('g');
    await expect(terminals.screen).toContainText('line 1 of 500');
    const rows = await terminals.screen.locator('> div').allTextContents();
    const numbers = rows.map((row) => /line (\d+) of/.exec(row)?.[1]).filter(Boolean);
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
    await window.keyboard.type('q');
    await expect(terminals.screen).toContainText('less -N long.txt');
    await expect(terminals.screen).not.toContainText('of 500');
  });

  await test.step('a shell echoes what is typed, in the project', async () => {
    await terminals.run('pwd; cat notes.md');
    await expect(terminals.screen).toContainText(project);
    await expect(terminals.screen).toContainText('Nothing yet.');
    // An input method: what is being composed is not typed, what it becomes is.
    const devtools = await window.context().newCDPSession(window);
    await window.keyboard.type('echo in');
    const composing = { selectionStart: 3, selectionEnd: 3 };
    await devtools.send('Input.imeSetComposition', { text: 'にほん', ...composing });
    await expect(terminals.region.locator('.composition-view')).toContainText('にほん');
    await devtools.send('Input.insertText', { text: '日本' });
    await expect(terminals.screen).toContainText('echo in日本');
    await window.keyboard.type('"" "put"\n');
    await expect(terminals.screen).toContainText('in日本 put');
    await window.keyboard.press('Control+Backquote');
    await expect(terminals.screen).toBeHidden();
    await window.keyboard.press('Control+Backquote');
    await expect(terminals.screen).toContainText('Nothing yet.');
    await terminals.run('exit');
    await expect(terminals.tabs).toHaveCount(0);
  });

  await test.step('a paste cannot escape its brackets and asks first where there are none; escape sequences reach no clipboard', async () => {
    await terminals.open();
    // The shell takes its brackets off before the command begins.
    await terminals.run('echo be""gun; cat > pasted.txt');
    await expect(terminals.screen).toContainText('begun');
    const evil = 'first\u001b[201~\nsecond';
    await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), evil);
    // `cat` does not ask for brackets: each line would go at once.
    await window.keyboard.press('Control+Shift+V');
    const question = window.getByRole('alertdialog');
    await expect(question).toContainText('Paste 2 lines?');
    await question.getByRole('button', { name: 'Paste' }).click();
    await terminals.region.locator('.xterm').click();
    await window.keyboard.press('Enter');
    await window.keyboard.press('Control+D');
    await terminals.run('echo do""ne');
    await expect(terminals.screen).toContainText('done');
    expect(await readFile(join(project, 'pasted.txt'), 'utf8')).toBe('first[201~\nsecond\n');

    await terminals.run('clear; echo co""pied');
    const { x, y } = await placeOf(
      terminals.screen.locator('> div', { hasText: /^copied/ }),
      'copied',
    );
    await window.mouse.dblclick(x, y);
    await window.keyboard.press('Control+Shift+C');
    await expect
      .poll(() => electron.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe('copied');

    await terminals.region.locator('.xterm').click();
    await electron.evaluate(({ clipboard }) => clipboard.writeText('untouched'));
    await writeFile(join(project, 'corpus.bin'), escapeCorpus);
    await terminals.run('cat corpus.bin; echo; echo sur""vived');
    await expect(terminals.screen).toContainText('survived');
    const clipboardText = () => electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(await clipboardText()).toBe('untouched');
    // Neither name hides or reorders anything, nor does one grow without end.
    const name = (await terminals.tabs.first().textContent()) ?? '';
    expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(name.length).toBeLessThanOrEqual(90);
    await expect(terminals.tabs).toHaveCount(1);
    expect(electron.windows()).toHaveLength(1);
  });
});

test('shells outlive a flood of output, a reload, a crash of their process, and a restart', async ({
  shell: { terminals, window, electron, ...first },
  launch,
  project,
}) => {
  // It starts the app twice.
  test.slow();
  await test.step('a flood of output in one terminal stalls neither the app nor another terminal', async () => {
    await terminals.run('yes "a flood of words that never ends"');
    await expect(terminals.screen).toContainText('a flood of words');
    await terminals.button('Split terminal').click();
    await expect(terminals.screens).toHaveCount(2);
    await terminals.ready('beside');
    for (let count = 0; count < 10; count++) {
      await terminals.run(`echo an""swer ${count}`);
      await expect(terminals.screens.last()).toContainText(`answer ${count}`);
    }
    await window.getByRole('button', { name: 'New session', exact: true }).click();
    await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
    await window.keyboard.press('Escape');
    // So little waits to be drawn that the flood ends where its user sees it end.
    await terminals.region.locator('.xterm').first().click();
    await window.keyboard.press('Control+C');
    await terminals.run('echo ca""lm');
    await expect(terminals.screens.first()).toContainText('calm');
    await terminals.region.locator('.xterm').last().click();
    await terminals.run('exit');
    await expect(terminals.screens).toHaveCount(1);
    await terminals.region.locator('.xterm').click();
    await terminals.run('clear');
  });

  await test.step('shells outlive a reload, and are restarted after a crash of the process that runs them', async () => {
    await terminals.run('printf "\\e[32mgreen words\\e[0m\\n"; read answer; echo "said $answer"');
    await expect(terminals.screen).toContainText('green words');
    await terminals.tab('bash').dblclick();
    await window.getByRole('textbox', { name: 'Terminal name' }).fill('server');
    await window.keyboard.press('Enter');
    await expect(terminals.tab('server')).toBeVisible();

    await window.reload();
    await window.waitForSelector('nav');
    await expect(terminals.tab('server')).toBeVisible();
    await expect(terminals.screen).toContainText('green words');
    // The same program, still waiting for the same line.
    await terminals.region.locator('.xterm').click();
    await terminals.run('after the reload');
    await expect(terminals.screen).toContainText('said after the reload');

    await terminals.run('echo pre""cious');
    await expect(terminals.screen).toContainText('precious');
    const killed = await killPtyHost(electron);
    expect(killed).toBe(true);
    await expect(terminals.screen).toContainText('This is a new shell in the same folder.');
    await expect(terminals.screen).toContainText('precious');
    await terminals.region.locator('.xterm').click();
    await terminals.ready('alive');
    expect((await terminals.screen.innerText()).match(/This is a new shell/g)).toHaveLength(1);

    await window.reload();
    await expect(terminals.screen).toContainText('This is a new shell in the same folder.');
    await expect(terminals.screen).toContainText('alive');
  });

  await test.step('terminals keep their names and last output after a restart', async () => {
    await terminals.region.locator('.xterm').click();
    await terminals.run('echo trea""sure');
    await expect(terminals.screen).toContainText('treasure');
    await first.close();

    const second = await launch({ userData: first.userData, args: [project] });
    const again = new Terminals(second.window);
    await expect(again.tab('server')).toBeVisible();
    await expect(again.screen).toContainText('treasure');
    await expect(again.region).toContainText('Ended when Airlock was closed');
    await again.button('Restart').click();
    await again.region.locator('.xterm').click();
    await again.ready('alive');
  });
});

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1} of ${count}\n`).join('');
}

/** The pty host is the one process of ours that Electron calls so. */
function killPtyHost(electron: ElectronApplication): Promise<boolean> {
  return electron.evaluate(({ app }) => {
    const host = app.getAppMetrics().find(({ name }) => name === 'Airlock terminals');
    return host === undefined ? false : process.kill(host.pid, 'SIGKILL');
  });
}

/** Where a word of a line is drawn. */
function placeOf(line: Locator, word: string): Promise<{ x: number; y: number }> {
  return line.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`${wanted} is not there.`);
  }, word);
}

const escapeCorpus = [
  // The clipboard, by both ends.
  '\x1b]52;c;aGFja2Vk\x07',
  '\x1b]52;p;aGFja2Vk\x1b\\',
  '\x1b]52;c;?\x07',
  '\x1b]1337;Copy=:aGFja2Vk\x07',
  // Titles: one that reorders, one without end.
  '\x1b]0;safe\u202Egnp.exe\u200b\x07',
  `\x1b]2;${'t'.repeat(100_000)}\x07`,
  // Links that are none of our business.
  '\x1b]8;;file:///etc/passwd\x07click\x1b]8;;\x07',
  '\x1b]8;;javascript:alert(1)\x07click\x1b]8;;\x07',
  // Windows, printers, and what asks for an answer.
  '\x1b[3;0;0t\x1b[8;1;1t\x1b[5i\x1b[4i\x1b[21t\x1b[20t',
  '\x1bP$q"p\x1b\\\x1bP+q544e\x1b\\',
  '\x1b]4;1;?\x07\x1b]10;?\x07',
  // The second screen, and back.
  '\x1b[?1049h\x1b[2J\x1b[?1049l',
  // One that never ends, and what would end it.
  `\x1b]0;${'x'.repeat(10_000)}\x18`,
  '\x9d52;c;aGFja2Vk\x9c',
].join('');
