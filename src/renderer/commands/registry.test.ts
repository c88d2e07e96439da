import { describe, expect, it, vi } from 'vitest';
import type { Command } from './command';
import { CommandRegistry } from './registry';

const idOf = (name: string) => `run.package.json.${name}` as const;
const command = (name: string, extra: Partial<Command> = {}): Command => ({
  id: idOf(name),
  title: name,
  group: 'App',
  run: () => undefined,
  ...extra,
});

describe('CommandRegistry', () => {
  it('lists commands until they are unregistered', () => {
    const registry = new CommandRegistry(vi.fn());
    const takeBack = registry.register([command('a'), command('b')]);
    expect(registry.list().map(({ title }) => title)).toEqual(['a', 'b']);
    takeBack();
    expect(registry.list()).toEqual([]);
  });

  it('returns the same list until something changes, and reports changes', () => {
    const registry = new CommandRegistry(vi.fn());
    const listener = vi.fn();
    registry.onDidChange(listener);
    registry.register([command('a')]);
    expect(registry.list()).toBe(registry.list());
    expect(listener).toHaveBeenCalledOnce();
  });

  it('refuses an id that is taken', () => {
    const registry = new CommandRegistry(vi.fn());
    registry.register([command('a')]);
    expect(() => registry.register([command('a')])).toThrow('a already exists');
  });

  it('runs a registered and enabled command, and returns whether it did', () => {
    const registry = new CommandRegistry(vi.fn());
    const run = vi.fn();
    registry.register([command('a', { run }), command('off', { run, enabled: () => false })]);
    expect(registry.run(idOf('a'))).toBe(true);
    expect(registry.run(idOf('off'))).toBe(false);
    expect(registry.run(idOf('missing'))).toBe(false);
    expect(run).toHaveBeenCalledOnce();
  });

  it('reports a command that fails, at once or later', async () => {
    const onFailure = vi.fn();
    const registry = new CommandRegistry(onFailure);
    registry.register([
      command('now', {
        run: () => {
          throw new Error('now');
        },
      }),
      command('later', { run: () => Promise.reject(new Error('later')) }),
    ]);
    registry.run(idOf('now'));
    registry.run(idOf('later'));
    await expect.poll(() => onFailure).toHaveBeenCalledTimes(2);
  });
});
