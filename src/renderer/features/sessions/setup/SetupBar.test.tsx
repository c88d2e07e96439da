import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SessionId, TerminalId } from '#shared/ids';
import type { UserTerminal } from '#shared/terminal/terminal';
import { bridge } from '#test/window/setup';
import { RunningSetup } from './SetupBar';

const session = 'ses_setup' as SessionId;

function shown(terminals: readonly Partial<UserTerminal>[]) {
  bridge.answer('terminals.list', () => ({ user: terminals as UserTerminal[], agents: [] }));
  render(<RunningSetup sessionId={session} command="npm ci" />);
  expect(screen.getByRole('region', { name: 'Setup' }).textContent).toContain('npm ci');
}

it('stops a setup by its terminal alone, since it has ended then', async () => {
  const terminal = { id: 'term_1' as TerminalId, sessionId: session, command: 'npm ci' };
  shown([terminal]);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(bridge.inputs('terminals.close')).toEqual([{ terminalId: 'term_1' }]));
  expect(bridge.inputs('sessions.command')).toEqual([]);
});

it('does not wait for a setup that has no terminal yet', async () => {
  shown([]);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const skipped = [{ sessionId: session, command: { type: 'setup.skip' } }];
  await waitFor(() => expect(bridge.inputs('sessions.command')).toEqual(skipped));
});
