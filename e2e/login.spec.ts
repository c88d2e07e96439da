import { expect, test } from './fixtures';

const methods = [{ id: 'login', name: 'Log in with Acme' }];

test('a login is offered where the agent asks for it, and the prompt that waited is sent', async ({
  open,
  script,
  project,
}, info) => {
  test.slow();
  await test.step('before the first prompt, if the agent says that the user is not logged in', async () => {
    const agent = script({
      initialize: { agentCapabilities: { auth: { status: {}, logout: {} } }, authMethods: methods },
      methods: {
        'auth/status': [
          {
            once: {
              gate: 'asked',
              steps: [{ result: { state: 'unauthenticated' } }],
              otherwise: [{ result: { state: 'authenticated', accounts: [{ label: 'Max' }] } }],
            },
          },
        ],
      },
      turns: [[{ say: 'Welcome, Max.' }]],
    });
    const { workbench, window } = await open({ Acme: agent });
    const pane = await workbench.start({ folder: project, prompt: 'Hello first' });
    await expect(pane.transcript).toContainText('The agent needs you to log in');
    await window.screenshot({ path: info.outputPath('status.png') });
    await pane.transcript.getByRole('button', { name: 'Log in with Acme' }).click();
    await expect(pane.transcript).toContainText('Logged in.');
    await expect(pane.transcript).toContainText('Welcome, Max.');
  });

  await test.step('with an API key, which is shown nowhere', async () => {
    const agent = script({
      requiresLogin: true,
      initialize: {
        authMethods: [{ id: 'key', name: 'Acme key', _meta: { 'api-key': { provider: 'acme' } } }],
      },
      turns: [[{ say: 'You have a key.' }]],
    });
    const { workbench, window } = await open({ Acme: agent });
    const pane = await workbench.start({ folder: project, prompt: 'Hello second' });
    await pane.transcript.getByLabel('Acme key').fill('sk-canary-1234567');
    await window.screenshot({ path: info.outputPath('key.png') });
    await pane.transcript.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(pane.transcript).toContainText('You have a key.');
    await expect(window.getByText('canary')).toHaveCount(0);
  });

  await test.step('in the middle of a turn', async () => {
    const agent = script({
      initialize: { authMethods: methods },
      turns: [
        [{ error: { code: -32000, message: 'Your login has expired' } }],
        [{ say: 'Here I am.' }],
      ],
    });
    const { workbench, window } = await open({ Acme: agent });
    const pane = await workbench.start({ folder: project, prompt: 'Hello third' });
    await expect(pane.transcript).toContainText('Your login has expired');
    await window.screenshot({ path: info.outputPath('expired.png') });
    await pane.transcript.getByRole('button', { name: 'Log in with Acme' }).click();
    await expect(pane.transcript).toContainText('Here I am.');
  });

  await test.step('at its start, where it offers no way in the app', async () => {
    const agent = script({
      initialize: [{ error: { code: -32000, message: 'Run acme login first.' } }],
    });
    const { workbench, window } = await open({ Acme: agent });
    const pane = await workbench.start({ folder: project, prompt: 'Hello fourth' });
    await expect(pane.transcript).toContainText('Run acme login first.');
    await window.screenshot({ path: info.outputPath('start.png') });
  });
});
