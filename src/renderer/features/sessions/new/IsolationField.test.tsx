import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentId } from '#shared/ids';
import type { AgentChoice } from '#shared/ipc/agents';
import type { SealAvailability } from '#shared/seal';
import type { IsolationSetting } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { agentsStore } from '#window/state/agents/agentsStore';
import { IsolationField } from './IsolationField';

const missing: SealAvailability = {
  available: false,
  problem: 'missing',
  message: 'Sealing needs bubblewrap, which is not installed.',
  fix: 'sudo apt install bubblewrap',
};

function Field() {
  const [value, setValue] = useState<IsolationSetting>('sealed');
  return (
    <IsolationField
      value={value}
      agentId={'one' as AgentId}
      error={undefined}
      onChange={setValue}
    />
  );
}

const radio = (name: string) => screen.getByRole('radio', { name });
const isChecked = (name: string) => radio(name).getAttribute('aria-checked') === 'true';

describe('the choice of isolation', () => {
  it('says of an agent elsewhere that nothing of what it does there is sealed', () => {
    bridge.answer('sessions.canSeal', () => ({ available: true }));
    const far = { id: 'one' as AgentId, url: 'wss://example.test' } as AgentChoice;
    agentsStore.setState({ agents: [far] });
    onTestFinished(() => agentsStore.setState({ agents: null }));
    render(<Field />);
    expect(screen.getByText(/Nothing else that it does is sealed/)).toBeTruthy();
    expect(screen.queryByText(/It cannot see your project/)).toBeNull();
  });

  it('is sealed where the system can', async () => {
    bridge.answer('sessions.canSeal', () => ({ available: true }));
    render(<Field />);
    expect(isChecked('Sealed')).toBe(true);
    expect(screen.queryByText('Sessions cannot be sealed here.')).toBeNull();
  });

  it('says why nothing can be sealed and how to change it, and leaves the choice to the user', async () => {
    let found: SealAvailability = missing;
    bridge.answer('sessions.canSeal', () => found);
    render(<Field />);
    expect(await screen.findByText('sudo apt install bubblewrap')).toBeTruthy();
    for (const name of ['Sealed', 'Isolated', 'In place']) expect(isChecked(name)).toBe(false);
    const user = userEvent.setup();
    await user.click(radio('Isolated'));
    expect(isChecked('Isolated')).toBe(true);
    found = { available: true };
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(screen.queryByText('sudo apt install bubblewrap')).toBeNull();
    await user.click(radio('Sealed'));
    expect(isChecked('Sealed')).toBe(true);
  });
});
