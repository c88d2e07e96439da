import type { CommandId } from '#shared/commands/commandTable';
import type { Command } from './command';

type Failed = (error: unknown) => void;

/** All commands that exist at the moment; parts of the window add and remove theirs. */
export class CommandRegistry {
  private readonly commands = new Map<CommandId, Command>();
  private readonly listeners = new Set<() => void>();
  private snapshot: readonly Command[] = [];

  constructor(private readonly onFailure: Failed) {}

  /** Adds commands until the returned function is called. An id that is taken is a bug. */
  register(commands: readonly Command[]): () => void {
    for (const command of commands) {
      if (this.commands.has(command.id)) throw new Error(`Command ${command.id} already exists`);
      this.commands.set(command.id, command);
    }
    this.changed();
    return () => {
      for (const command of commands) this.commands.delete(command.id);
      this.changed();
    };
  }

  get(id: CommandId): Command | undefined {
    return this.commands.get(id);
  }

  /** Returns the same array until something changes, so that React can compare it. */
  list(): readonly Command[] {
    return this.snapshot;
  }

  isEnabled(id: CommandId): boolean {
    const command = this.commands.get(id);
    return command !== undefined && (command.enabled?.() ?? true);
  }

  /** Runs a command if it exists and is enabled; returns whether it did. */
  run(id: CommandId): boolean {
    const command = this.commands.get(id);
    if (command === undefined || !this.isEnabled(id)) return false;
    void this.guarded(command);
    return true;
  }

  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async guarded(command: Command): Promise<void> {
    try {
      await command.run();
    } catch (error) {
      this.onFailure(error);
    }
  }

  private changed(): void {
    this.snapshot = [...this.commands.values()];
    for (const listener of this.listeners) listener();
  }
}
