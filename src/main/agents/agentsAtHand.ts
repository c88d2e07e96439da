import { homedir } from 'node:os';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentList } from '#shared/ipc/agents';
import type { AgentCatalogue } from './catalogue';
import type { AgentFinder } from './found/agentFinder';
import { locateCommand } from './found/locateCommand';
import type { ShellEnvironment } from './process/environment/shellEnvironment';

export interface AgentsAtHandOptions {
  readonly catalogue: AgentCatalogue;
  readonly finder: AgentFinder;
  readonly environment: () => Promise<ShellEnvironment>;
}

/** The agents of this computer as the window sees them: which there are, and how more are got. */
export class AgentsAtHand extends DisposableOwner {
  private lookedFor = '';
  private readonly changes = this.register(new Emitter<void>());

  /** The list, or what is known of one of its agents, has changed. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly options: AgentsAtHandOptions) {
    super();
    this.register(options.finder);
    this.register(options.finder.onDidChange(() => this.changes.fire()));
  }

  list(): AgentList {
    return this.options.catalogue.list();
  }

  /** Returns at once: what is found follows by `onDidChange`. */
  look(): void {
    this.lookedFor = JSON.stringify(this.options.catalogue.commands());
    this.options.finder.look().catch(onUnexpectedError);
  }

  /** The settings have changed: looks again if they name other programs. */
  lookForNew(): void {
    if (this.lookedFor !== JSON.stringify(this.options.catalogue.commands())) this.look();
    else this.changes.fire();
  }

  /** Where a command leads, as an agent would be started with it. */
  async locate(command: string): Promise<{ path: string | null; isInPath: boolean }> {
    const { variables } = await this.options.environment();
    const located = await locateCommand(command, { cwd: homedir(), variables });
    return located.ok
      ? { path: located.value.file, isInPath: located.value.isInPath }
      : { path: null, isInPath: false };
  }
}
