import { readdir } from 'node:fs/promises';
import type {
  AgentContext,
  SessionConfigOption,
  SessionModeState,
} from '@agentclientprotocol/sdk/unstable';
import type { Roots } from '../files/roots';
import type { TurnSummary } from '../history/record';
import { SessionHistory } from '../history/sessionHistory';
import type { HistoryStore, SessionMeta } from '../history/store';
import { logError } from '../log';
import type { ModeId } from '../parse/request';
import type { ClientPowers } from '../powers';
import type { PermissionMemory } from '../turn/permission';
import { availableCommands } from './availableCommands';
import {
  changeOption,
  configOptions,
  type DemoSettings,
  modeState,
  type OptionSources,
} from './settings';
import { SessionUsage } from './usage';
import { SessionWire } from './wire';

/** Runs the prompts of a session one at a time, in order. A cancel also ends the waiting ones. */
class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<AbortController>();

  async run<T>(request: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (request.aborted) abort();
    else request.addEventListener('abort', abort, { once: true });
    this.#running.add(controller);
    const turn = this.#last.then(() => work(controller.signal));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#running.delete(controller);
      request.removeEventListener('abort', abort);
    }
  }

  cancel(): void {
    for (const controller of this.#running) controller.abort();
  }

  /** Resolves when no prompt runs or waits. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

export interface DemoParts {
  readonly id: string;
  readonly client: AgentContext;
  readonly powers: ClientPowers;
  readonly store: HistoryStore;
  readonly roots: Roots;
  readonly settings: DemoSettings;
  readonly permissions?: PermissionMemory | undefined;
  readonly title?: string | undefined;
  readonly turns?: readonly TurnSummary[];
  readonly used?: number;
}

const maxFolders = 20;

/** One conversation: its folders, its settings and its history. */
export class Session {
  readonly id: string;
  readonly powers: ClientPowers;
  readonly roots: Roots;
  readonly wire: SessionWire;
  readonly journal: SessionHistory;
  readonly usage: SessionUsage;
  readonly queue = new TurnQueue();
  readonly permissions: PermissionMemory;
  turns: readonly TurnSummary[];
  title: string | undefined;
  #settings: DemoSettings;
  readonly #options: OptionSources;
  readonly #store: HistoryStore;

  private constructor(parts: DemoParts, folders: readonly string[]) {
    this.id = parts.id;
    this.powers = parts.powers;
    this.roots = parts.roots;
    this.journal = new SessionHistory(parts.store, parts.id);
    this.wire = new SessionWire(parts.client, parts.id, this.journal);
    this.usage = new SessionUsage(parts.used);
    this.permissions = parts.permissions ?? new Map();
    this.turns = parts.turns ?? [];
    this.title = parts.title;
    this.#options = { folders, booleanOptions: parts.powers.booleanOptions };
    this.#store = parts.store;
    const knowsScope = parts.settings.scope === 'all' || folders.includes(parts.settings.scope);
    this.#settings = knowsScope ? parts.settings : { ...parts.settings, scope: 'all' };
  }

  static async open(parts: DemoParts): Promise<Session> {
    return new Session(parts, await topFolders(parts.roots.cwd));
  }

  get settings(): DemoSettings {
    return this.#settings;
  }

  /** The state that a client gets when it opens the session. Both parts name the same mode. */
  state(): { modes: SessionModeState; configOptions: SessionConfigOption[] } {
    return { modes: modeState(this.#settings), configOptions: this.configOptions() };
  }

  configOptions(): SessionConfigOption[] {
    return configOptions(this.#settings, this.#options);
  }

  /** False if there is no such option or value. */
  async change(id: string, value: string | boolean): Promise<boolean> {
    const next = changeOption(this.#settings, this.#options, id, value);
    if (!next) return false;
    const changesMode = next.mode !== this.#settings.mode;
    this.#settings = next;
    if (changesMode)
      await this.wire.send({ sessionUpdate: 'current_mode_update', currentModeId: next.mode });
    await this.save();
    return true;
  }

  /**
   * Changes the mode and sends the options again, for a change that did not come from the client.
   */
  async changeMode(mode: ModeId): Promise<void> {
    await this.change('mode', mode);
    await this.wire.send({
      sessionUpdate: 'config_option_update',
      configOptions: this.configOptions(),
    });
  }

  async announceCommands(): Promise<void> {
    await this.wire.send({
      sessionUpdate: 'available_commands_update',
      availableCommands: availableCommands(this.powers),
    });
  }

  async save(): Promise<void> {
    await this.#store
      .saveMeta(this.meta())
      .catch((error: unknown) => logError('The session was not saved', error));
  }

  meta(): SessionMeta {
    return {
      sessionId: this.id,
      cwd: this.roots.cwd,
      additionalDirectories: this.roots.folders.slice(1),
      title: this.title,
      updatedAt: new Date().toISOString(),
      used: this.usage.used,
      settings: this.#settings,
    };
  }

  /** Stops the running turn and waits until the history is written. */
  async end(): Promise<void> {
    this.queue.cancel();
    await this.queue.idle();
    await this.journal.close();
  }
}

async function topFolders(cwd: string): Promise<string[]> {
  const entries = await readdir(cwd, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
    )
    .map((entry) => entry.name)
    .sort()
    .slice(0, maxFolders);
}
