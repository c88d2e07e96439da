import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { AgentOption } from '#shared/session/agent';
import { createState } from '#shared/session/fold';
import type { ConnectionState } from '#shared/session/state';
import { bridge } from '#test/window/setup';
import { OptionPickers } from './OptionPickers';

const sessionId = 'session' as SessionId;

function show(...options: readonly AgentOption[]) {
  showWhile({ type: 'ready' }, ...options);
}

function showWhile(connection: ConnectionState, ...options: readonly AgentOption[]) {
  const { head } = createState(sessionId);
  render(<OptionPickers head={{ ...head, options, connection }} />);
}

const select = (value: string, names: Readonly<Record<string, string>>): AgentOption => ({
  id: 'auto_resume',
  name: 'Auto-resume sessions',
  type: 'select',
  value,
  groups: [
    {
      name: null,
      choices: Object.entries(names).map(([choice, name]) => ({ value: choice, name })),
    },
  ],
});

it('a choice between on and off shows what it is about', () => {
  show(select('false', { true: 'On', false: 'Off' }));
  expect(screen.getByRole('combobox').textContent).toBe('Auto-resume sessions:Off');
});

it('a choice that speaks for itself is shown alone', () => {
  show(select('sonnet', { sonnet: 'Claude Sonnet', opus: 'Claude Opus' }));
  expect(screen.getByRole('combobox').textContent).toBe('Claude Sonnet');
});

it('an option of two states shows its name and state, and is changed with a click', async () => {
  show({ id: 'web', name: 'Web search', type: 'boolean', value: false });
  const button = screen.getByRole('button', { name: 'Web search: Off' });
  await userEvent.setup().click(button);
  expect(bridge.inputs('sessions.command').map(({ command }) => command)).toEqual([
    { type: 'option.set', optionId: 'web', value: true },
  ]);
});

it('after a restart options can be changed at once: main starts the agent for it', async () => {
  showWhile({ type: 'detached' }, { id: 'web', name: 'Web search', type: 'boolean', value: false });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Web search: Off' }));
  expect(bridge.inputs('sessions.command')).toHaveLength(1);
});

it('an option that cannot be changed says why', async () => {
  showWhile(
    { type: 'starting' },
    { id: 'web', name: 'Web search', type: 'boolean', value: false },
    select('sonnet', { sonnet: 'Claude Sonnet', opus: 'Claude Opus' }),
  );
  const button = screen.getByRole('button', { name: 'Web search: Off' });
  const picker = screen.getByRole('combobox');
  for (const control of [button, picker]) {
    expect(control.getAttribute('aria-disabled')).toBe('true');
    expect(control.getAttribute('aria-description')).toMatch(/is starting/);
    await userEvent.setup().click(control);
  }
  expect(screen.queryByRole('option')).toBeNull();
  expect(bridge.inputs('sessions.command')).toEqual([]);
});

it.each([
  ['a choice', select('sonnet', { sonnet: 'Claude Sonnet', opus: 'Claude Opus' })],
  [
    'an option of two states',
    { id: 'auto_resume', name: 'Auto-resume sessions', type: 'boolean', value: false },
  ],
] as const)('%s that the agent does not confirm says so, and can be left', async (_, option) => {
  bridge.answer('sessions.command', () => new Promise(() => undefined));
  show(option);
  const user = userEvent.setup();
  if (option.type === 'select') {
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: /Opus/ }));
  } else {
    const button = screen.getByRole('button', { name: 'Auto-resume sessions: Off' });
    await user.click(button);
    // A second click while it waits is no second request.
    await user.click(button);
  }
  const words = await screen.findByRole('status', {}, { timeout: 10_000 });
  expect(words.textContent).toContain('Waiting for the agent to confirm Auto-resume sessions');
  expect(bridge.inputs('sessions.command')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
  expect(screen.queryByRole('status')).toBeNull();
});
