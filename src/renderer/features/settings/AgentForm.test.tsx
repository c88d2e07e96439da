import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { settingsStore } from '#window/state/settingsStore';
import { AgentForm } from './AgentForm';

const done = vi.fn();

function show(form: Parameters<typeof AgentForm>[0]['form']) {
  render(<AgentForm form={form} onDone={done} />);
  return userEvent.setup();
}

const changes = () => bridge.inputs('settings.update').flatMap((input) => input.changes);

beforeEach(() => {
  done.mockClear();
  const agents = { mine: { name: 'Mine', command: 'mine', args: ['serve'] } };
  settingsStore.setState({ settings: { ...defaultSettings, agents }, problems: [] });
  bridge.answer('settings.update', () => ({ undo: 'undo-1' }) as never);
});

describe('the agent form', () => {
  it('does not add an agent without a command, and says what is missing', async () => {
    const user = show({ type: 'new' });
    await user.type(screen.getByLabelText('Name'), 'Nameless');
    await user.click(screen.getByRole('button', { name: 'Add agent' }));
    expect(screen.getByLabelText('Command').getAttribute('aria-invalid')).toBe('true');
    expect(changes()).toEqual([]);
    expect(done).not.toHaveBeenCalled();
  });

  it('adds an agent under an unused id', async () => {
    const user = show({ type: 'new' });
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.type(screen.getByLabelText('Command'), 'my-agent');
    await user.type(screen.getByLabelText('Arguments'), 'acp --fast{Enter}');
    expect(changes()).toMatchObject([
      { value: { name: 'Mine', command: 'my-agent', args: ['acp', '--fast'] } },
    ]);
    expect(changes()[0]?.path[1]).not.toBe('mine');
    expect(done).toHaveBeenCalledOnce();
  });

  it('changes only what was changed', async () => {
    const user = show({ type: 'edit', id: 'mine' });
    const args = screen.getByLabelText('Arguments');
    await user.clear(args);
    await user.type(args, 'acp');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(changes()).toEqual([{ path: ['agents', 'mine', 'args'], value: ['acp'] }]);
  });

  it('keeps typed keys in the key store, and writes only the other variables down', async () => {
    bridge.answer('agents.keepSecrets', () => ({ env: { MODE: 'fast' } }));
    const user = show({ type: 'edit', id: 'mine' });
    await user.type(screen.getByLabelText('Environment'), 'MODE=fast{Enter}MY_API_KEY=sk-123');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const env = { MODE: 'fast', MY_API_KEY: 'sk-123' };
    expect(bridge.inputs('agents.keepSecrets')).toEqual([{ id: 'mine', env }]);
    expect(changes()).toEqual([{ path: ['agents', 'mine', 'env'], value: { MODE: 'fast' } }]);
  });

  it('refers to keys of headers, which the key store keeps', async () => {
    const far = { name: 'Far', url: 'wss://far.test', headers: { 'X-Client': 'airlock' } };
    settingsStore.setState({ settings: { ...defaultSettings, agents: { far } }, problems: [] });
    bridge.answer('agents.keepSecrets', () => ({ env: { X_MODE: 'fast' } }));
    const user = show({ type: 'edit', id: 'far' });
    const typed = '{Enter}Authorization: Bearer sk-123{Enter}X-Mode: fast';
    await user.type(screen.getByLabelText('Headers'), typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(bridge.inputs('agents.keepSecrets')).toEqual([
      { id: 'far', env: { AUTHORIZATION: 'Bearer sk-123', X_MODE: 'fast' } },
    ]);
    const value = {
      'X-Client': 'airlock',
      Authorization: `\${AUTHORIZATION}`,
      'X-Mode': 'fast',
    };
    expect(changes()).toEqual([{ path: ['agents', 'far', 'headers'], value }]);
  });

  it('keeps what was typed when the settings cannot be written, and says why', async () => {
    bridge.refuse('settings.update', 'The disk is full.');
    const user = show({ type: 'new' });
    await user.type(screen.getByLabelText('Command'), 'my-agent{Enter}');
    expect(await screen.findByText('The disk is full.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Command').value).toBe('my-agent');
    expect(done).not.toHaveBeenCalled();
  });
});
