import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

test('a crash of the agent, a reload and a search lose nothing, and lead back to where the user was', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('an agent that crashes is restarted where it was', async () => {
    const agent = script({
      stateFile: 'crash.state.json',
      turns: [
        [
          { say: 'I feel' },
          { stallUntil: 'crash' },
          { stderr: 'fatal: out of cheese' },
          { exit: { code: 1 } },
        ],
        [{ say: 'Better now.' }],
      ],
    });
    const { workbench } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'how are you' });
    await expect(pane.transcript).toContainText('I feel');
    agent.open('crash');
    await expect(workbench.list.row('how are you')).toContainText('Failed');
    await pane.transcript.getByText('Last agent output').click();
    await expect(pane.transcript).toContainText('out of cheese');
    await pane.transcript.getByRole('button', { name: 'Restart' }).click();
    await expect(workbench.list.row('how are you')).not.toContainText('Failed');
    await pane.transcript.getByRole('button', { name: 'Continue' }).click();
    await expect(pane.transcript).toContainText('Better now.');
  });

  await test.step('reloading the window neither loses nor repeats anything', async () => {
    const agent = script(slowly);
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'one' });
    await expect(pane.transcript).toContainText('Beginning.');
    await window.reload();
    await expect(pane.transcript).toContainText('Beginning.');
    agent.open('go');
    await expect(pane.transcript).toContainText('Beginning. Middle. End.');
    await expect(pane.transcript.getByText('Beginning.')).toHaveCount(1);
    await expect(pane.stop).toBeHidden();
    await expect(workbench.sessions).toHaveCount(1);
  });

  await test.step('a transcript reopens where the user was reading', async () => {
    const { workbench, window } = await open({ Alpha: script(chaptersWith('jam')) });
    const pane = await workbench.start({ folder: project, prompt: 'tell me' });
    await expect(pane.transcript.getByText('Chapter 40.')).toBeInViewport();
    await pane.transcript.focus();
    await window.keyboard.press('Home');
    await expect(pane.transcript.getByText('Chapter 1.', { exact: true })).toBeInViewport();
    await expect
      .poll(() => window.evaluate(() => localStorage.getItem('airlock.1.scrolls') ?? '[]'))
      .toContain('entry');
    await window.reload();
    await expect(pane.transcript.getByText('Chapter 1.', { exact: true })).toBeInViewport();
    await expect(pane.transcript.getByText('Chapter 40.')).not.toBeInViewport();
  });

  await test.step('a search result opens the transcript at the match', async () => {
    const { workbench } = await open({ Alpha: script(chaptersWith('marmalade')) });
    const pane = await workbench.start({ folder: project, prompt: 'tell me' });
    await expect(pane.transcript.getByText('Chapter 40.')).toBeInViewport();
    await workbench.list.search.fill('marmalade');
    const found = workbench.list.navigation.getByRole('region', { name: 'Found in transcripts' });
    await found.getByRole('button', { name: /marmalade/ }).click();
    await expect(pane.transcript.getByText(/marmalade/)).toBeInViewport();
    await expect(pane.transcript.getByText('Chapter 40.')).not.toBeInViewport();
  });
});

/** More than fits on a screen, each chapter a message of its own, one word in the third of them. */
const chaptersWith = (word: string): Scenario => ({
  turns: [
    Array.from({ length: 40 }, (_, index) => ({
      say: {
        messageId: `chapter-${index + 1}`,
        text: `Chapter ${index + 1}.\n\n${index === 2 ? `There was ${word}.` : 'Much happened.'}`,
      },
    })),
  ],
});

/** Begins, waits for the gate, and ends. */
const slowly: Scenario = {
  turns: [[{ say: 'Beginning.' }, { stallUntil: 'go' }, { say: ' Middle.' }, { say: ' End.' }]],
};

test('a restart loses no layout, draft or history, and shows sessions of a newer Airlock read-only', async ({
  launch,
  open,
  script,
  folder,
  project,
}) => {
  // It starts the app three times.
  test.slow();
  const program = join(folder, 'gamma');
  const gamma = script('hello');
  const first = await open({
    Alpha: script(slowly),
    Beta: script('echo'),
    Gamma: { ...gamma, command: program },
  });
  const one = await first.workbench.start({ agent: 'Alpha', folder: project, prompt: 'one' });
  const two = await first.workbench.start({ agent: 'Beta', folder: project, prompt: 'two' });
  const three = await first.workbench.start({ agent: 'Beta', folder: project, prompt: 'three' });
  const four = await first.workbench.start({ agent: 'Gamma', folder: project, prompt: 'four' });
  await expect(four.transcript.getByRole('button', { name: 'Edit agent' })).toBeVisible();
  await expect(one.transcript).toContainText('Beginning.');
  await expect(three.transcript.getByText('three')).toHaveCount(2);
  await two.prompt.fill('half a thought');
  const places = await boxes(first.workbench.sessions);
  const newer = await three.region.getAttribute('data-session');
  await first.close();
  const log = join(first.userData, 'data', 'sessions', newer ?? '', 'log.ndjson');
  await appendFile(log, '{"v":99,"seq":999,"at":1,"type":"new"}\n');
  const second = await launch({ userData: first.userData });
  const workbench = new Workbench(second.window);

  await test.step('quitting during a turn loses no layout, draft or history', async () => {
    await expect(workbench.sessions).toHaveCount(4);
    expect(await boxes(workbench.sessions)).toEqual(places);
    await expect(workbench.session('two').prompt).toHaveValue('half a thought');
    await expect(workbench.session('three').transcript.getByText('three')).toHaveCount(2);
    await expect(workbench.session('one').transcript).toContainText('Beginning.');
    await expect(workbench.list.row('one')).toContainText('Interrupted');
  });

  await test.step('a session of a newer Airlock says that it is read-only', async () => {
    const pane = workbench.session('three');
    await expect(pane.region).toContainText('written by a newer version of Airlock');
    await pane.prompt.fill('four');
    await expect(pane.send).toBeDisabled();
  });

  await test.step('the card of an agent that did not start still offers what helps', async () => {
    const { region, transcript } = workbench.session('four');
    await expect(transcript.getByRole('button', { name: 'Edit agent' })).toBeVisible();
    await expect(transcript.getByRole('button', { name: 'Check' })).toBeVisible();
    await writeFile(program, `#!/bin/sh\nexec '${gamma.command}' "$@"\n`, { mode: 0o755 });
    await transcript.getByRole('button', { name: 'Restart' }).click();
    await expect(transcript.getByRole('button', { name: 'Edit agent' })).toHaveCount(0);
    await region.getByRole('button', { name: 'Send queue' }).click();
    await expect(transcript).toContainText('I am a scripted agent');
  });

  await test.step('a layout whose sessions are gone opens without them', async () => {
    // Deleted from another place, as if the log's folder had been removed by hand.
    await second.window.evaluate(async () => {
      const { airlock } = globalThis as unknown as {
        airlock: {
          request: Record<
            string,
            (input: unknown) => Promise<{ value: { id: string; title: string }[] }>
          >;
        };
      };
      const { value } = (await airlock.request['sessions.list']?.(null)) ?? { value: [] };
      const gone = value.find(({ title }) => title === 'two');
      localStorage.setItem('kept', localStorage.getItem('airlock.1.panes') ?? '');
      await airlock.request['sessions.delete']?.({ sessionId: gone?.id });
      addEventListener('pagehide', () =>
        localStorage.setItem('airlock.1.panes', localStorage.getItem('kept') ?? ''),
      );
    });
    await second.close();
    const third = await launch({ userData: first.userData });
    await expect(third.window.getByRole('region', { name: /^Session: / })).toHaveCount(3);
  });
});

/** Where each pane is, to the pixel. */
async function boxes(regions: Locator): Promise<unknown> {
  return regions.evaluateAll((elements) =>
    elements
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const [left, top] = [Math.round(x), Math.round(y)];
        return `${element.getAttribute('aria-label')} ${left},${top} ${Math.round(width)}×${Math.round(height)}`;
      })
      .toSorted(),
  );
}
