import type { Locator } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import type { Step } from '../test/agent/step';
import { expect, test } from './fixtures';

/** Paragraphs in so many pieces, each held back by no gate: they come as fast as they are read. */
const talks = (paragraphs: number): Step => ({
  say: {
    text: Array.from({ length: paragraphs }, (_, index) => `Paragraph ${index + 1} of it.`).join(
      '\n\n',
    ),
    chunks: paragraphs * 4,
  },
});

const distanceToEnd = (log: Locator) =>
  log.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));

test('the transcript follows its end, asks carefully, shows nothing that runs, and is searched; its prompt completes', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('the transcript follows new output until the user scrolls away', async () => {
    const agent = script({
      turns: [
        [talks(80), { stallUntil: 'more' }, talks(80), { say: '\n\nThe last word.' }],
        [talks(80), { say: '\n\nThe very last word.' }],
      ],
    });
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'go' });
    const latest = pane.region.getByRole('button', { name: 'Jump to latest' });
    await expect(pane.transcript.getByText('Paragraph 80 of it.')).toBeInViewport();
    await expect(latest).toBeHidden();

    await pane.transcript.hover();
    await window.mouse.wheel(0, -600);
    await expect(latest).toBeVisible();
    const place = await pane.transcript.evaluate((box) => box.scrollTop);
    agent.open('more');
    await expect(pane.stop).toBeHidden();
    expect(await pane.transcript.evaluate((box) => box.scrollTop)).toBeCloseTo(place, -1);

    await latest.click();
    await expect(pane.transcript.getByText('The last word.')).toBeInViewport();
    await expect.poll(() => distanceToEnd(pane.transcript)).toBeLessThan(4);
    await expect(latest).toBeHidden();

    // After sending a prompt, the user wants to see it and the answer.
    await pane.transcript.hover();
    await window.mouse.wheel(0, -600);
    await expect(latest).toBeVisible();
    await pane.say('once more');
    await expect(latest).toBeHidden();
    await expect(pane.transcript.getByText('The very last word.')).toBeInViewport();
    await expect(pane.stop).toBeHidden();
    await expect.poll(() => distanceToEnd(pane.transcript)).toBeLessThan(4);
  });

  await test.step('the transcript stays scrolled to the end when an answered question shrinks', async () => {
    const agent = script({
      turns: [
        [
          talks(30),
          {
            ask: {
              toolCall: {
                toolCallId: 'call-1',
                title: 'Write a.txt',
                kind: 'edit',
                content: [
                  { type: 'diff', path: 'a.txt', oldText: null, newText: 'line\n'.repeat(60) },
                ],
              },
              onAllowed: [{ stallUntil: 'more' }, talks(30), { say: '\n\nThe last word.' }],
            },
          },
        ],
      ],
    });
    const { workbench } = await open(
      { Alpha: agent },
      { settings: { permissions: { copyEdits: false } } },
    );
    const pane = await workbench.start({ folder: project, prompt: 'go' });
    // Playwright scrolls about while it waits for a button to take clicks.
    await expect(pane.option('Allow')).toHaveAttribute('aria-disabled', 'false');
    await pane.option('Allow').click();
    await expect(pane.transcript.getByText('Allowed')).toBeInViewport();
    agent.open('more');
    await expect(pane.transcript.getByText('The last word.')).toBeInViewport();
    await expect(pane.region.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  });

  await test.step('a question that has just appeared ignores a key that was already being pressed', async () => {
    const agent = script({
      turns: [
        [
          {
            ask: {
              toolCall: {
                toolCallId: 'call-1',
                title: 'Something harmless',
                kind: 'execute',
                rawInput: { command: 'rm -rf build \u202E# safe', cwd: '/somewhere' },
              },
              options: [
                { optionId: 'yes', name: 'Reject', kind: 'allow_once' },
                { optionId: 'no', name: 'No', kind: 'reject_once' },
              ],
              onAllowed: [{ say: 'Did it.' }],
              onRejected: [{ say: 'Left it.' }],
            },
          },
        ],
      ],
    });
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'go' });
    await expect(pane.permissions).toContainText('rm -rf build \\u{202E}# safe');
    await expect(pane.option('Reject')).toHaveAccessibleDescription('Allows this once');
    await pane.prompt.focus();
    // The delay starts again whenever the keyboard reaches the question.
    await pane.permissions.focus();
    await window.keyboard.press('1');
    await expect(pane.option('No')).toHaveAttribute('aria-disabled', 'false');
    await expect(pane.permissions).toBeVisible();
    await window.keyboard.press('2');
    await expect(pane.transcript).toContainText('Left it.');
    await expect(pane.transcript).toContainText('Rejected “No” by you');
  });

  await test.step('agent output of any kind is inert and stays in its column', async () => {
    const { workbench, window } = await open({ Alpha: script(hostile) });
    const asked: string[] = [];
    window.on('request', (request) => asked.push(request.url()));
    const pane = await workbench.start({ folder: project, prompt: 'go' });
    await expect(pane.transcript.getByText('The end of it.')).toBeInViewport();
    expect(await window.evaluate(() => 'pwned' in window)).toBe(false);
    expect(asked.filter((url) => url.includes('t.example'))).toEqual([]);
    await expect(pane.transcript.locator('script, iframe, object, form')).toHaveCount(0);
    await expect(pane.transcript.locator('[href^="javascript:"], [href^="smb:"]')).toHaveCount(0);
    const overflow = await pane.transcript.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await pane.prompt.fill('The window still answers.');
    await expect(pane.prompt).toHaveValue('The window still answers.');
  });

  await test.step('find searches the whole transcript', async () => {
    const agent = script({ turns: [[talks(120), { say: '\n\nA needle, and a second needle.' }]] });
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'needle' });
    await expect(pane.transcript).toContainText('a second needle');
    await pane.prompt.focus();
    await window.keyboard.press('ControlOrMeta+f');
    const field = pane.region.getByRole('textbox', { name: 'Find in transcript' });
    await field.fill('needle');
    const count = pane.region.getByRole('search').getByRole('status');
    await expect(count).toHaveText('3 of 3');
    await window.keyboard.press('Enter');
    await expect(count).toHaveText('1 of 3');
    await expect(pane.transcript.getByRole('article', { name: 'You' })).toBeInViewport();
    await window.keyboard.press('Escape');
    await expect(field).toBeHidden();
  });

  await test.step('the prompt completes commands and file names, and recalls earlier prompts', async () => {
    const scenario: Scenario = {
      newSession: [
        { answer: {} },
        {
          commands: [
            { name: 'review', description: 'Reviews', input: { hint: 'what to look at' } },
          ],
        },
      ],
      turns: [[{ echo: true }]],
    };
    const { workbench, window } = await open({ Alpha: script(scenario) });
    const pane = await workbench.start({ folder: project, prompt: 'first words' });
    // Once as the user's words, once as the agent's: before its turn it does not work either.
    await expect(pane.transcript.getByText('first words')).toHaveCount(2);
    await expect(pane.stop).toBeHidden();

    await pane.prompt.pressSequentially('/rev');
    await window.keyboard.press('Tab');
    await expect(pane.prompt).toHaveValue('/review ');
    await expect(pane.region).toContainText('what to look at');

    await pane.prompt.fill('');
    await pane.prompt.pressSequentially('see @notes');
    await pane.region.getByRole('option', { name: /notes\.md/ }).click();
    await expect(pane.prompt).toHaveValue('see @notes.md ');
    await window.keyboard.press('Enter');
    await expect(pane.transcript.getByRole('button', { name: 'notes.md' })).toHaveCount(2);
    await expect(pane.stop).toBeHidden();

    await window.keyboard.press('ArrowUp');
    await expect(pane.prompt).toHaveValue('see @notes.md');
    await window.keyboard.press('ArrowDown');
    await expect(pane.prompt).toHaveValue('');
  });
});

const hostile: Scenario = {
  turns: [
    [
      {
        say: [
          '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
          '<div style="position:fixed;inset:0;z-index:9999">Permission request</div>',
          '[one](javascript:window.pwned=1) [two](smb://host/share) ![three](https://t.example/p.png)',
          `${'>'.repeat(100_000)} deep`,
          `|a|b|\n|-|-|\n${'| cell | cell |\n'.repeat(2_000)}`,
          '\u202Edesrever and \u0000nul',
          'The end of it.',
        ].join('\n\n'),
      },
    ],
  ],
};
