import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GitRepository } from '../test/support/gitRepository';
import { expect, test } from './fixtures';

const plan = {
  carry: ['.env', { path: 'node_modules', as: 'link' }],
  setup: 'echo "ready for $AIRLOCK_PROJECT" > made.local; read answer',
  run: { greet: 'echo hello from the project' },
};

async function createProject(folder: string): Promise<string> {
  const project = join(folder, 'repository');
  const repository = await GitRepository.createWith(project, {
    '.gitignore': '.env\nnode_modules/\n*.local\n',
    '.airlock.json': JSON.stringify(plan),
    'notes.md': '# Notes\n',
  });
  repository.write('.env', 'KEY=1\n');
  repository.write('node_modules/tool/index.js', 'tool\n');
  return project;
}

async function openDialog(window: Page, project: string) {
  await window.getByRole('button', { name: 'New session', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(project);
  return { dialog, card: dialog.getByRole('region', { name: 'Project setup' }) };
}

test('a project’s setup runs once it is trusted, and asks again when it changes', async ({
  open,
  script,
  folder,
}, info) => {
  const project = await createProject(folder);
  const agent = script({ turns: [[{ echo: true }]] });
  const { window, workbench } = await open({ Alpha: agent });
  const cwdOf = (index: number) => {
    const started = agent.journal
      .of('received')
      .filter(({ message }) => message.method === 'session/new');
    const place = started[index]?.message.params as { cwd: string } | undefined;
    return place?.cwd ?? '';
  };

  // Untrusted, it has no effect.
  const first = await workbench.start({ folder: project, prompt: 'one' });
  await expect(first.transcript).toContainText('one');
  await expect.poll(() => agent.journal.of('received').length).toBeGreaterThan(2);
  expect(existsSync(join(cwdOf(0), '.env'))).toBe(false);
  expect(existsSync(join(cwdOf(0), 'made.local'))).toBe(false);

  const { dialog, card } = await openDialog(window, project);
  await expect(card).toContainText('This project wants to set up new sessions');
  await expect(card).toContainText('.env');
  await expect(card).toContainText('node_modules/');
  await expect(card).toContainText(plan.setup);
  await expect(card).toContainText('greet: echo hello from the project');
  await window.screenshot({ path: info.outputPath('asks.png') });
  await card.getByRole('button', { name: 'Trust this setup' }).click();
  await expect(card).toContainText('Setup: copies .env, links node_modules/, runs');
  await window.screenshot({ path: info.outputPath('trusted.png') });
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('two');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();

  // The first prompt waits for the setup, which runs where the user sees it.
  const second = workbench.session('two');
  const bar = second.region.getByRole('region', { name: 'Setup' });
  await expect(bar).toContainText('Setting up');
  await expect.poll(() => existsSync(join(cwdOf(1), 'made.local'))).toBe(true);
  const cwd = cwdOf(1);
  expect(readFileSync(join(cwd, 'made.local'), 'utf8')).toBe(`ready for ${project}\n`);
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe('KEY=1\n');
  expect(readFileSync(join(cwd, 'node_modules/tool/index.js'), 'utf8')).toBe('tool\n');
  await expect(second.region.getByRole('region', { name: 'Queued' })).toContainText('two');
  await bar.getByRole('button', { name: 'Show terminal' }).click();
  const terminal = window.getByRole('region', { name: 'Terminal' });
  await expect(terminal.getByRole('tab', { name: /Setup/ })).toBeVisible();
  await window.screenshot({ path: info.outputPath('setting-up.png') });
  await terminal.locator('.xterm').click();
  await window.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect(second.transcript).toContainText('Set up:');
  await expect(second.region.getByRole('region', { name: 'Changes' })).toBeHidden();

  await second.prompt.click();
  await workbench.run('Run greet');
  await expect(terminal).toContainText('hello from the project');

  // Another file is another matter.
  writeFileSync(join(project, '.airlock.json'), JSON.stringify({ setup: 'echo other' }));
  await second.prompt.click();
  await workbench.run('Review project setup…');
  const review = workbench.dialog('Project setup');
  await expect(review).toContainText('has changed since you trusted it');
  await expect(review).toContainText('echo other');
  await window.screenshot({ path: info.outputPath('changed.png') });
  writeFileSync(join(project, '.airlock.json'), '{\n  "setup": 7\n}');
  await review.getByRole('button', { name: 'Done' }).click();
  const broken = await openDialog(window, project);
  await expect(broken.dialog.getByRole('alert')).toContainText(
    '.airlock.json, line 2, column 12: Expected string, received number',
  );
  await window.screenshot({ path: info.outputPath('broken.png') });
});
