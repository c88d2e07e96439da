import { expect, test } from './fixtures';
import { InspectorPanel } from './pages/inspector';

test('the inspector shows the process and every message, and why an agent does not start', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('the inspector shows the process and every message, live', async () => {
    const agent = script({
      turns: [
        [
          { stderr: 'warming up' },
          { garbage: { lines: ['[debug] not a message'] } },
          { echo: true },
        ],
      ],
    });
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'marmalade' });
    await expect(pane.transcript.getByText('marmalade')).toHaveCount(2);
    const inspector = new InspectorPanel(window);
    await inspector.toggle();
    await expect(inspector.process).toContainText('Running');
    await expect(inspector.process).toContainText('ACP v1');
    await expect(inspector.process).toContainText('Isolated');
    await expect(inspector.process).toContainText('warming up');
    await expect(inspector.message(/Not a message/)).toBeVisible();

    await inspector.message(/session\/prompt(?! · result)/).click();
    await expect(inspector.detail).toContainText('"text": "marmalade"');
    await inspector.messages.press('Escape');
    await expect(inspector.detail).toBeHidden();

    await test.step('from the transcript to a message, and back', async () => {
      const prompt = pane.transcript.getByText('marmalade').first();
      await prompt.hover();
      await pane.transcript.getByRole('button', { name: 'Show messages in inspector' }).click();
      await expect(inspector.detail).toContainText('"method": "session/prompt"');
      await expect(inspector.messages.getByRole('option', { selected: true })).toHaveText(
        /session\/prompt/,
      );
      await inspector.detail.getByRole('button', { name: 'Show in transcript' }).click();
      await expect(prompt).toBeInViewport();
      await expect(
        inspector.region.getByRole('button', { name: 'Export messages without secrets' }),
      ).toBeEnabled();
      await inspector.messages.press('Escape');
    });

    // By keys alone: the filter has the focus when the panel opens.
    await inspector.filter.fill('agent_message_chunk');
    await expect(inspector.message(/initialize/)).toHaveCount(0);
    await expect(inspector.message(/agent_message_chunk/)).toHaveCount(1);
    await pane.say('more marmalade');
    await expect(inspector.message(/agent_message_chunk/)).toHaveCount(2);

    await inspector.region.getByRole('button', { name: 'Pause' }).click();
    await pane.say('not seen');
    await expect(pane.transcript.getByText('not seen')).toHaveCount(2);
    await expect(inspector.message(/agent_message_chunk/)).toHaveCount(2);
    await inspector.region.getByRole('button', { name: 'Resume' }).click();
    await expect(inspector.message(/agent_message_chunk/)).toHaveCount(3);

    await inspector.toggle();
    await expect(inspector.region).toBeHidden();
  });

  await test.step('an agent without a process namespace, one that does not start, and one that starts slowly', async () => {
    const { workbench, window } = await open({
      Alpha: { ...script('echo'), namespace: false },
      Beta: script({
        // Once it was spoken to: one that ends before may never be.
        initialize: [{ stderr: 'fatal: no configuration' }, { exit: { code: 3 } }],
      }),
      Gamma: script({
        initialize: [
          { once: { gate: 'slow', steps: [{ stderr: 'Downloading…' }, { stall: true }] } },
        ],
      }),
    });
    const inspector = new InspectorPanel(window);

    await test.step('a slow start shows the agent’s output, and can be cancelled', async () => {
      const pane = await workbench.start({ agent: 'Gamma', folder: project, prompt: 'one' });
      await expect(pane.transcript).toContainText('Downloading…');
      await pane.transcript.getByRole('button', { name: 'Cancel' }).click();
      await expect(pane.transcript).toContainText('You stopped Gamma while it was starting.');
      await pane.say('once more');
      await expect(pane.transcript.getByText('once more')).toHaveCount(2);
    });

    await test.step('the inspector says when there is no namespace, and what that means', async () => {
      const pane = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'marmalade' });
      await expect(pane.transcript.getByText('marmalade')).toHaveCount(2);
      await inspector.toggle();
      await expect(inspector.process).toContainText(
        'Without a process namespace, as set in its settings.',
      );
      await expect(inspector.process).toContainText('a hidden process may keep running');
      await inspector.region.screenshot({ path: test.info().outputPath('inspector.png') });
      await inspector.toggle();
      await expect(inspector.region).toBeHidden();
    });

    await test.step('the inspector says why an agent does not start', async () => {
      const pane = await workbench.start({ agent: 'Beta', folder: project, prompt: 'three' });
      await pane.transcript.getByRole('button', { name: 'Inspect' }).click();
      await expect(inspector.process).toContainText('fatal: no configuration');
      await expect(inspector.process).toContainText('3');
      await expect(inspector.message(/initialize/)).toBeVisible();
    });
  });
});
