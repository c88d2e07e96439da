import { readdir } from 'node:fs/promises';
import type {
  AgentContext,
  SessionConfigOption,
  SessionModeState,
} from '@agentclientprotocol/sdk/unstable';
import type { Roots } from '../files/roots';
import { Journal } from '../history/journal';
import type { TurnSummary } from '../history/record';
import type { HistoryStore, SessionMeta } from '../history/store';
import { logError } from '../log';
import type { ModeId } from '../parse/request';
import type { ClientPowers } from '../powers';
import type { PermissionMemory } from '../turn/permission';
import { availableCommands } from './availableCommands';
import {
  changeOption,
  configOptions,
  modeState,
  type OptionSources,
  type Settings,
} from './settings';
import { TurnQueue } from './turnQueue';
import { SessionUsage } from './usage';
import { SessionWire } from './wire';

export interface SessionParts {
  readonly id: string;
  readonly client: AgentContext;
  readonly powers: ClientPowers;
  readonly store: HistoryStore;
  readonly roots: Roots;
  readonly settings: Settings;
  readonly permissions?: PermissionMemory | undefined;
  readonly title?: string | undefined;
  readonly turns?: readonly TurnSummary[];
  readonly used?: number;
}

const maxFolders = 20;

/** One conversation: what it may touch, how it is set, what was done in it. */
export class Session {
  readonly id: string;
  readonly powers: ClientPowers;
  readonly roots: Roots;
  readonly wire: SessionWire;
  readonly journal: Journal;
  readonly usage: SessionUsage;
  readonly queue = new TurnQueue();
  readonly permissions: PermissionMemory;
  turns: readonly TurnSummary[];
  title: string | undefined;
  #settings: Settings;
  readonly #options: OptionSources;
  readonly #store: HistoryStore;

  private constructor(parts: SessionParts, folders: readonly string[]) {
    this.id = parts.id;
    this.powers = parts.powers;
    this.roots = parts.roots;
    this.journal = new Journal(parts.store, parts.id);
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

  static async open(parts: SessionParts): Promise<Session> {
    return new Session(parts, await topFolders(parts.roots.cwd));
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** What a client is told when it opens the session. Both say the same of the mode. */
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

  /** For a change that the client did not make by an option, and so would not see among them. */
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

  /** Stops what runs and waits until all of it is written down. */
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
