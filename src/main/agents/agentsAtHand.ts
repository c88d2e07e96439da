import { homedir } from 'node:os';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import { type AppError, fail, ok, type Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import type {
  AgentEnvironment,
  AgentList,
  AgentOffering,
  CatalogueEntry,
  ImportList,
  LoginState,
} from '#shared/ipc/agents';
import { knownAgents } from '#shared/knownAgents';
import type { AgentLogin } from '#shared/session/agent';
import type { AgentCatalogue } from './agentCatalogue';
import { environmentView } from './environmentView';
import type { AgentFinder } from './found/agentFinder';
import { locateCommand } from './found/locateCommand';
import { importList, importOrigins, pastedList } from './import/importList';
import type { AgentInstaller } from './install/agentInstaller';
import type { InstalledAgents } from './install/installedAgents';
import { compareVersions } from './install/versions';
import type { ShellEnvironment } from './process/environment/shellEnvironment';
import type { AgentRegistry } from './registry/agentRegistry';
import { type CatalogueAgent, catalogueAgents, commandOf } from './registry/installables';
import type { AgentSecrets } from './secrets/agentSecrets';

/** The time limit for the npm registry to name the newest version. */
const UPDATE_MILLISECONDS = 20_000;

const saidStates: Readonly<Record<AgentLogin['state'], LoginState | null>> = {
  in: 'found',
  out: 'none',
  'not-needed': 'not-needed',
  unknown: null,
};

/**
 * Codes of errors that are not failures: the user cancelled, or the same action is already running.
 */
const isNoFailure: ReadonlySet<AppError['code']> = new Set(['cancelled', 'conflict']);

export interface AgentsAtHandOptions {
  readonly catalogue: AgentCatalogue;
  readonly finder: AgentFinder;
  readonly installed: InstalledAgents;
  readonly installer: AgentInstaller;
  readonly registry: AgentRegistry;
  readonly secrets: Pick<AgentSecrets, 'names' | 'problem'>;
  readonly environment: () => Promise<ShellEnvironment>;
}

/** The agents on this computer as the window shows them, and how to install more. */
export class AgentsAtHand extends DisposableOwner {
  private lookedFor = '';
  private readonly failures = new Map<string, AppError>();
  /** The newest releases of installed packages that were asked for so far. */
  private readonly latest = new Map<string, string>();
  /** What agents have said about their logins in this run of the app. */
  private readonly logins = new Map<AgentId, LoginState>();
  private readonly closing = new AbortController();
  private readonly changes = this.register(new Emitter<void>());
  private readonly catalogueChanges = this.register(new Emitter<void>());

  /** The list, or what is known of one of its agents, has changed. */
  readonly onDidChange = this.changes.event;
  /** Fires when the installable agents, or the progress of an installation, have changed. */
  readonly onDidChangeCatalogue = this.catalogueChanges.event;

  constructor(private readonly options: AgentsAtHandOptions) {
    super();
    const { finder, installer, registry } = options;
    for (const part of [finder, installer, registry]) this.register(part);
    this.register(
      finder.onDidChange(() => {
        this.changes.fire();
        this.catalogueChanges.fire();
      }),
    );
    this.register(installer.onDidChange(() => this.catalogueChanges.fire()));
    this.register(registry.onDidChange(() => this.catalogueChanges.fire()));
  }

  list(): AgentList {
    return this.options.catalogue.list();
  }

  /** Returns at once; `onDidChange` reports what is found. */
  look(): void {
    this.lookedFor = JSON.stringify(this.options.catalogue.commands());
    this.options.finder.look().catch(onUnexpectedError);
  }

  /** Called when the settings have changed: looks again if they name other programs. */
  lookForNew(): void {
    if (this.lookedFor !== JSON.stringify(this.options.catalogue.commands())) this.look();
    else this.changes.fire();
  }

  /** Null if the agent has said nothing about it. */
  loginSaid(id: AgentId): LoginState | null {
    return this.logins.get(id) ?? null;
  }

  noteLogin(id: AgentId, { state }: AgentLogin): void {
    const said = saidStates[state];
    if (said === null || this.logins.get(id) === said || this.isDisposed) return;
    this.logins.set(id, said);
    this.changes.fire();
  }

  /** The file that a command resolves to, with the environment that an agent gets. */
  async locate(command: string): Promise<{ path: string | null; isInPath: boolean }> {
    const { variables } = await this.options.environment();
    const located = await locateCommand(command, { cwd: homedir(), variables });
    return located.ok
      ? { path: located.value.file, isInPath: located.value.isInPath }
      : { path: null, isInPath: false };
  }

  /** The sources of an agent's command and variables. */
  async environment(id: AgentId): Promise<Result<AgentEnvironment>> {
    const { catalogue, secrets, environment } = this.options;
    const definition = catalogue.find(id);
    if (definition === undefined) return fail('not-found', 'This agent is not in the settings.');
    return ok(await environmentView(definition, await environment(), secrets));
  }

  /** Does not wait for the network; `onDidChangeCatalogue` reports what arrives later. */
  async catalogue(): Promise<AgentOffering> {
    const { registry, installed } = this.options;
    await registry.open();
    const entries = this.catalogueAgents().map((agent) => this.entryOf(agent));
    const all = installed.ids().flatMap((id) => installed.versions(id));
    const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
    return { entries, registry: registry.state, bytes };
  }

  /** Returns at once; `onDidChangeCatalogue` reports what arrives later. */
  refresh(): void {
    this.options.registry.refresh().catch(onUnexpectedError);
    this.catalogueChanges.fire();
    this.lookForUpdates().catch(onUnexpectedError);
  }

  async install(id: string, version: string | null): Promise<Result<null>> {
    const { installer, catalogue, finder } = this.options;
    const offer = this.catalogueAgents().find((agent) => agent.id === id)?.offer ?? null;
    if (offer === null) return fail('not-found', 'This agent cannot be installed here.');
    if (version !== null && version !== offer.version && offer.from.type !== 'npm') {
      return fail('not-found', 'Only the offered version can be installed.');
    }
    this.failures.delete(id);
    const result = await installer.install({ ...offer, version: version ?? offer.version });
    const isFailure = !result.ok && !isNoFailure.has(result.error.code);
    if (isFailure) this.failures.set(id, result.error);
    if (this.isDisposed) return result;
    this.changes.fire();
    this.catalogueChanges.fire();
    if (result.ok && catalogue.commands().length > 0) finder.look().catch(onUnexpectedError);
    return result;
  }

  cancelInstall(id: string): void {
    this.options.installer.cancel(id);
  }

  use(id: string, version: string): Promise<Result<null>> {
    return this.changed(this.options.installed.use(id, version));
  }

  uninstall(id: string, version: string): Promise<Result<{ token: string }>> {
    return this.changed(this.options.installed.remove(id, version));
  }

  restore(token: string): Promise<Result<null>> {
    return this.changed(this.options.installed.restore(token));
  }

  async importable(text: string | null): Promise<ImportList> {
    if (text !== null) return pastedList(text);
    const { variables } = await this.options.environment();
    return importList(importOrigins(variables));
  }

  protected override release(): void {
    this.closing.abort();
    super.release();
  }

  private async changed<T>(working: Promise<Result<T>>): Promise<Result<T>> {
    const result = await working;
    this.changes.fire();
    this.catalogueChanges.fire();
    return result;
  }

  /** An installed agent stays in the list even if the registry has dropped it. */
  private catalogueAgents(): readonly CatalogueAgent[] {
    const { registry, installed } = this.options;
    const listed = catalogueAgents(registry.agents);
    const ids = new Set(listed.map(({ id }) => id));
    const dropped = installed
      .ids()
      .filter((id) => !ids.has(id))
      .map((id) => ({
        id,
        name: installed.active(id)?.name ?? id,
        description: null,
        website: null,
        offer: null,
        whyNot: 'The registry does not list it any more. What is installed can still be used.',
      }));
    return [...listed, ...dropped];
  }

  private entryOf({
    id,
    name,
    description,
    website,
    offer,
    whyNot,
  }: CatalogueAgent): CatalogueEntry {
    const { installed, installer, finder } = this.options;
    const active = installed.active(id)?.version ?? null;
    const known = knownAgents.find((agent) => agent.id === id);
    const failure = this.failures.get(id);
    const newest = [offer?.version, this.latest.get(id)].flatMap((version) => version ?? []);
    const update = active && newest.toSorted(compareVersions).at(-1);
    // An installed version needs no download: it is in the list of versions.
    const isThere = installed.versions(id).some(({ version }) => version === update);
    return {
      id: id as AgentId,
      name,
      description,
      website,
      version: offer?.version ?? null,
      command: offer === null ? null : commandOf(offer),
      whyNot,
      finding: known === undefined ? null : finder.finding(known.command),
      installed: installed.versions(id).map(({ version, bytes, node }) => ({
        version,
        bytes,
        node,
        isActive: version === active,
      })),
      update: active && update && !isThere && compareVersions(update, active) > 0 ? update : null,
      progress: installer.progress(id),
      failure: failure ? { message: failure.message, detail: failure.detail ?? null } : null,
    };
  }

  private async lookForUpdates(): Promise<void> {
    const { installed, installer } = this.options;
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(UPDATE_MILLISECONDS)]);
    const asked = this.catalogueAgents().map(async ({ id, offer }) => {
      if (offer?.from.type !== 'npm' || installed.active(id) === null) return;
      // Without an answer there is no update to offer, and nothing is lost.
      const version = await installer.npm.latest(offer.from.package, signal).catch(() => null);
      if (version !== null) this.latest.set(id, version);
    });
    await Promise.all(asked);
    if (!this.isDisposed) this.catalogueChanges.fire();
  }
}
