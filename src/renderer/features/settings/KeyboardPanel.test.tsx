import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { command } from '#window/commands/command';
import { commands } from '#window/commands/commands';
import { KeyboardPanel } from './KeyboardPanel';

it.each(['ctrl+k', 'Control+K', 'command palette'])('“%s” finds the command', async (words) => {
  const run = () => undefined;
  onTestFinished(
    commands.register([
      command('palette.show', { run }),
      command('session.new', { run }),
      command('settings.show', { run }),
    ]),
  );
  render(<KeyboardPanel />);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await userEvent.setup().type(screen.getByRole('textbox'), words);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('button', { name: /Control\+K/ })).toBeTruthy();
});
