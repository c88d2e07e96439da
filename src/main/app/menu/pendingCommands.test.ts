import { describe, expect, it } from 'vitest';
import type { AppCommand } from '#shared/ipc/contract';
import { PendingCommands } from './pendingCommands';

describe('PendingCommands', () => {
  it('holds commands until the window asks, then sends at once, and holds again after a reload', () => {
    const sent: AppCommand[] = [];
    const commands = new PendingCommands((command) => sent.push(command));
    commands.push({ name: 'newSession' });
    expect(sent).toEqual([]);
    expect(commands.take()).toEqual([{ name: 'newSession' }]);
    commands.push({ name: 'showSettings' });
    expect(sent).toEqual([{ name: 'showSettings' }]);
    commands.hold();
    commands.push({ name: 'openFolder', folder: '/a' });
    expect(sent).toHaveLength(1);
    expect(commands.take()).toEqual([{ name: 'openFolder', folder: '/a' }]);
    expect(commands.take()).toEqual([]);
  });
});
