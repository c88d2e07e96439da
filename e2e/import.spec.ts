import { expect, test } from './fixtures';

test('conversations are imported, and duplicated with what the agent knows', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('a conversation that the agent had elsewhere is imported with its whole history', async () => {
    const agent = script({
      sessions: {
        saved: [
          {
            sessionId: 'old-1',
            cwd: project,
            title: 'Yesterday',
            updatedAt: '2026-01-01T10:00:00Z',
            history: [
              {
                sessionUpdate: 'user_message_chunk',
                content: { type: 'text', text: 'What is new?' },
              },
              {
                sessionUpdate: 'agent_message_chunk',
                content: { type: 'text', text: 'Nothing much.' },
              },
            ],
          },
        ],
      },
    });
    const { workbench, window } = await open({ Alpha: agent });
    await workbench.run('Import a session…');
    const dialog = workbench.dialog('Import a session');
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(project);
    await dialog.getByRole('radio', { name: /Yesterday/ }).check();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog).toBeHidden();
    const pane = workbench.session('Yesterday');
    await expect(pane.transcript).toContainText('Nothing much.');
    await pane.say('and today?');
    await expect(pane.transcript.getByText('and today?')).toHaveCount(2);

    await workbench.run('Import a session…');
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(project);
    await expect(dialog).toContainText('has no other sessions here');
    await window.keyboard.press('Escape');
  });

  await test.step('a session is duplicated with everything its agent knows', async () => {
    const agent = script({ stateFile: 'fork.state.json', fork: {} });
    const { workbench } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'one', isolation: 'In place' });
    await expect(pane.transcript.getByText('one')).toHaveCount(2);
    await workbench.run('Duplicate session with context');
    await expect(workbench.sessions).toHaveCount(2);
    const copy = workbench.sessions.filter({ hasText: 'Continued from' });
    await expect(copy).toContainText('The agent continues from a copy of the conversation.');
    await copy.getByRole('textbox', { name: 'Prompt' }).fill('two');
    await copy.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(copy.getByRole('log').getByText('two')).toHaveCount(2);
    const first = workbench.sessions.filter({ hasNotText: 'Continued from' });
    await expect(first.getByRole('log').getByText('two')).toHaveCount(0);

    await first.getByRole('article', { name: 'You' }).hover();
    await first.getByRole('button', { name: 'Fork after this turn' }).click();
    await expect(workbench.sessions).toHaveCount(3);
  });
});
