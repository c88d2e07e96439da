import { expect, type OpenApp, test } from './fixtures';

/** Two sessions of an agent that repeats what it hears. */
async function openTwo(
  open: (agents: Record<string, never>) => Promise<OpenApp>,
  project: string,
): Promise<OpenApp> {
  const app = await open({});
  await app.workbench.start({ folder: project, prompt: 'help' });
  await app.workbench.start({ folder: project, prompt: 'find Notes' });
  await expect(app.workbench.sessions).toHaveCount(2);
  return app;
}

test('sessions are dragged to panes, shown in one to eight, resized, split, zoomed, closed and reopened', async ({
  open,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  const { workbench, window } = await openTwo(open, project);
  await test.step('keys show one to eight panes, move between panes and tabs, and resize a pane', async () => {
    const widths = () =>
      workbench.sessions.evaluateAll((all) => all.map((one) => Math.round(one.clientWidth)));
    const [left = 0, right = 0] = await widths();
    await window.keyboard.press('ControlOrMeta+Alt+Shift+ArrowRight');
    await expect.poll(widths).toEqual([left - 40, right + 40]);
    await window.keyboard.press('ControlOrMeta+Alt+Shift+ArrowLeft');
    await expect.poll(widths).toEqual([left, right]);

    const empty = window.getByRole('region', { name: 'Empty pane' });
    for (const [key, sessions, empties] of [
      ['1', 1, 0],
      ['2', 2, 0],
      ['4', 2, 2],
      ['6', 2, 4],
      ['8', 2, 6],
      ['1', 1, 0],
    ] as const) {
      await window.keyboard.press(`ControlOrMeta+Alt+${key}`);
      await expect(workbench.sessions).toHaveCount(sessions);
      await expect(empty).toHaveCount(empties);
    }
    for (const name of ['help', 'Find Notes']) {
      await expect(window.getByRole('tab', { name, exact: true })).toBeVisible();
    }

    await window.keyboard.press('ControlOrMeta+Alt+2');
    await expect(workbench.sessions).toHaveCount(2);
    const focused = workbench.sessions.filter({
      has: window.locator(':focus'),
    });
    await expect(focused).toHaveCount(1);
    const before = await focused.getAttribute('data-session');
    await window.keyboard.press('F6');
    await expect(focused).not.toHaveAttribute('data-session', before ?? '');
    await window.keyboard.press('Shift+F6');
    await expect(focused).toHaveAttribute('data-session', before ?? '');

    await window.keyboard.press('ControlOrMeta+Alt+1');
    await expect(workbench.sessions).toHaveCount(1);
    await window.keyboard.press('Control+Tab');
    await expect(focused).not.toHaveAttribute('data-session', before ?? '');

    await window.keyboard.press('ControlOrMeta+Alt+2');
    await expect(workbench.sessions).toHaveCount(2);
    await workbench.run('Move tab to next pane');
    await expect(workbench.sessions).toHaveCount(1);
    await expect(window.getByRole('tab')).toHaveCount(2);
  });

  await test.step('a session is dragged from the sidebar to the edge of a pane, and to the tabs of another', async () => {
    await workbench.list.row('Find Notes').click();
    await window.keyboard.press('ControlOrMeta+Alt+1');
    await expect(workbench.sessions).toHaveCount(1);
    const shown = workbench.sessions.first();
    const box = await shown.boundingBox();
    if (box === null) throw new Error('There is no pane.');
    // The second session is the active one and stays.
    const behind = workbench.list.row('help');
    await behind.dragTo(shown, { targetPosition: { x: box.width - 20, y: box.height / 2 } });
    await expect(workbench.sessions).toHaveCount(2);

    // To the middle of the other pane: two tabs of one pane.
    const left = workbench.sessions.first();
    const leftBox = await left.boundingBox();
    if (leftBox === null) throw new Error('There is no pane.');
    await behind.dragTo(left, { targetPosition: { x: leftBox.width / 2, y: leftBox.height / 2 } });
    await expect(workbench.sessions).toHaveCount(1);
    await expect(window.getByRole('tab')).toHaveCount(2);
  });

  await test.step('a pane says which guarantee holds, and is split, filled, zoomed, closed and reopened', async () => {
    await window.keyboard.press('ControlOrMeta+Alt+2');
    await expect(workbench.sessions).toHaveCount(2);
    await window.getByRole('button', { name: 'Isolated' }).first().click();
    await expect(workbench.dialog('Isolated')).toContainText('only when you accept it');
    await window.keyboard.press('Escape');
    await expect(workbench.dialog('Isolated')).toBeHidden();

    const empty = window.getByRole('region', { name: 'Empty pane' });
    await window.keyboard.press('ControlOrMeta+\\');
    await expect(empty).toHaveCount(1);
    await empty.getByRole('button', { name: 'New session here' }).click();
    const dialog = workbench.dialog('New session');
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('show notes.md');
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(workbench.sessions).toHaveCount(3);
    await expect(empty).toHaveCount(0);

    await window.keyboard.press('ControlOrMeta+Alt+z');
    await expect(workbench.sessions).toHaveCount(1);
    await window.keyboard.press('ControlOrMeta+Alt+z');
    await expect(workbench.sessions).toHaveCount(3);

    await window.keyboard.press('ControlOrMeta+w');
    await expect(workbench.sessions).toHaveCount(2);
    await window.keyboard.press('ControlOrMeta+Shift+t');
    await expect(workbench.sessions).toHaveCount(3);
  });
});

test('transcripts stay where they were, however the panes are moved and enlarged', async ({
  open,
  project,
  script,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('transcripts stay scrolled to the end however the panes are moved', async () => {
    const chapters = Array.from({ length: 40 }, (_, index) => ({
      say: `Chapter ${index + 1}.\n\n`,
    }));
    const { workbench, window } = await open({ Alpha: script({ turns: [chapters] }) });
    for (const prompt of ['one', 'two', 'three']) {
      const pane = await workbench.start({ folder: project, prompt });
      await expect(pane.transcript.getByText('Chapter 40.')).toBeInViewport();
    }
    for (const [key, shown] of [
      ['4', 3],
      ['1', 1],
      ['8', 3],
      ['8', 3],
      ['2', 2],
      ['6', 3],
    ] as const) {
      await window.keyboard.press(`ControlOrMeta+Alt+${key}`);
      await expect(workbench.sessions).toHaveCount(shown);
      for (const pane of await workbench.sessions.all()) {
        await expect(pane.getByText('Chapter 40.')).toBeInViewport();
      }
    }
  });

  await test.step('a transcript that fits when its pane is enlarged is drawn from its start', async () => {
    const steps = Array.from({ length: 20 }, (_, index) => ({
      tool: { id: `look-${index}`, title: `Look ${index + 1}` },
    }));
    const { workbench, window } = await open({ Alpha: script({ turns: [steps] }) });
    for (const prompt of ['one', 'two', 'three', 'four']) {
      const pane = await workbench.start({ folder: project, prompt });
      await expect(pane.transcript.getByText('Look 20')).toBeInViewport();
    }
    await window.keyboard.press('ControlOrMeta+Alt+4');
    await expect(workbench.sessions).toHaveCount(4);
    for (const [key, shown] of [
      ['z', 1],
      ['z', 4],
      ['1', 1],
      ['4', 4],
      ['2', 2],
    ] as const) {
      await window.keyboard.press(`ControlOrMeta+Alt+${key}`);
      await expect(workbench.sessions).toHaveCount(shown);
      for (const pane of await workbench.sessions.all()) {
        await expect(pane.getByText('Look 20')).toBeInViewport();
        if (shown < 4) await expect(pane.getByText('Look 1', { exact: true })).toBeInViewport();
      }
    }
  });
});

const runsTests = {
  toolCallId: 'call-1',
  title: 'Run the tests',
  kind: 'execute',
  rawInput: { command: 'npm test' },
};

const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow npm test', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

test('tabs and panes fit a small window', async ({ open, project, script }) => {
  const { electron, workbench, window } = await open({
    Alpha: script({
      turns: [
        [{ diskWrite: { path: 'new.txt', content: 'new\n' } }, { say: 'Hi.' }],
        [{ ask: { toolCall: runsTests, options } }],
      ],
    }),
  });
  const resize = async (width: number, height: number) => {
    await electron.evaluate(
      ({ BrowserWindow }, size) =>
        BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
      { width, height },
    );
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(width);
  };
  await resize(1024, 700);
  for (const prompt of [
    'Fix the cart',
    'Rename the shop',
    'Write tests',
    'Read the log',
    'Add a menu',
  ]) {
    await workbench.start({ folder: project, prompt });
  }
  await window.keyboard.press('ControlOrMeta+Alt+8');
  await expect(window.getByRole('region', { name: 'Empty pane' })).toHaveCount(3);
  const beyond = () =>
    window.evaluate(() =>
      [...document.querySelectorAll('.dv-groupview')]
        .map((pane) => pane.getBoundingClientRect())
        .filter(({ right, bottom }) => right > innerWidth + 1 || bottom > innerHeight + 1),
    );
  await expect.poll(beyond).toEqual([]);
  for (const pane of await window.getByRole('region', { name: 'Empty pane' }).all()) {
    const start = pane.getByRole('button', { name: 'New session here' });
    await expect(start).toBeInViewport({ ratio: 1 });
  }

  await test.step('panes for which a window has become too narrow are scrolled to', async () => {
    await resize(900, 700);
    await expect.poll(beyond).not.toEqual([]);
    await window.mouse.move(600, 300);
    await window.mouse.wheel(1_000, 0);
    const last = window.getByRole('button', { name: 'New session here' }).last();
    await expect(last).toBeInViewport({ ratio: 1 });
    await resize(1024, 700);
    await expect.poll(beyond).toEqual([]);
  });

  await test.step('a question and its answers are in view, however low the panes are', async () => {
    await window.keyboard.press('ControlOrMeta+Alt+4');
    await expect(workbench.sessions).toHaveCount(4);
    for (const pane of await workbench.sessions.all()) {
      await pane.getByRole('textbox', { name: 'Prompt' }).fill('ask');
      await pane.getByRole('button', { name: 'Send', exact: true }).click();
    }
    const cards = window.getByRole('group', { name: 'Permission request' });
    await expect(cards).toHaveCount(4);
    await window.keyboard.press('ControlOrMeta+Shift+y');
    await expect(window.getByRole('region', { name: 'Inspector' })).toBeVisible();
    const expectInView = async () => {
      for (const card of await cards.all()) {
        const command = card.locator('pre').filter({ hasText: 'npm test' });
        await expect(command).toBeInViewport({ ratio: 1 });
        for (const { name } of options) {
          const answer = card.getByRole('button', { name, exact: true });
          await expect(answer).toBeInViewport({ ratio: 0.99 });
        }
        const rule = card.getByRole('button', { name: 'Always allow “npm test”…' });
        await expect(rule).toBeInViewport({ ratio: 0.99 });
      }
    };
    for (const size of [
      [1280, 800],
      [1024, 700],
      [720, 480],
    ] as const) {
      await resize(size[0], size[1]);
      await expectInView();
    }
    // What is typed is seen, also where the empty prompt has made room.
    const prompt = workbench.sessions.first().getByRole('textbox', { name: 'Prompt' });
    await prompt.focus();
    await window.keyboard.type('then');
    await expect(prompt).toBeInViewport({ ratio: 1 });
    await window.keyboard.press('ControlOrMeta+a');
    await window.keyboard.press('Delete');
    await window.keyboard.press('ControlOrMeta+Shift+y');
    await resize(1024, 700);
    await window.keyboard.press('ControlOrMeta+Alt+8');
    await expect(cards).toHaveCount(4);
    await expectInView();
    for (const field of await workbench.sessions.getByRole('textbox', { name: 'Prompt' }).all()) {
      expect(await field.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
  });

  // Four tabs in one half of the window, beside the fifth.
  await window.keyboard.press('ControlOrMeta+Alt+1');
  await expect(workbench.sessions).toHaveCount(1);
  await window.keyboard.press('ControlOrMeta+\\');
  await expect(workbench.sessions).toHaveCount(2);
  await window.keyboard.press('F6');
  const pane = window.locator('.dv-groupview.dv-active-group');
  await expect(pane.getByRole('tab')).toHaveCount(4);
  const front = pane.locator('.dv-tab.dv-active-tab');
  for (let step = 0; step < 4; step++) {
    await window.keyboard.press('Control+Tab');
    await expect(front).toBeInViewport({ ratio: 0.99 });
    const title = front.getByText(/^(Fix|Rename|Write|Read|Add) /);
    await expect.poll(() => title.evaluate((one) => one.clientWidth)).toBeGreaterThan(40);
  }
  const strip = pane.locator('.dv-tabs-container');
  const height = (box: { height: number } | null) => Math.round(box?.height ?? 0);
  expect(height(await front.boundingBox())).toBe(height(await strip.boundingBox()));
});
