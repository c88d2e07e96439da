import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import { toDisposable } from '#main/base/disposable';
import { ifExists } from '#main/base/files/ifExists';
import type { Logger } from '#main/base/log/logger';
import { ProcessNamespace, systemProgram } from '#main/base/process/processNamespace';
import { fail, ok, type Result } from '#shared/errors';
import type { SealAvailability, SealedNetwork, SealPolicy } from '#shared/seal';
import type { StartFailure } from '../exitReason';
import { loginFolder } from './agentPlaces';
import { whyNotAllowed } from './allowance';
import { bwrapArguments } from './bwrapArguments';
import { listenInside } from './network/listenInside';
import { NetworkCanary } from './network/networkCanary';
import { NetworkProxy } from './network/networkProxy';
import { networkLeakOf } from './network/networkTest';
import type { NetworkOwner, SessionNetworks } from './network/sessionNetworks';
import { type SealedAgent, type SealedSession, type SealPlan, sealPlan } from './sealPlan';
import { BUBBLEWRAP, probeSeal } from './sealProbe';
import { sealSystem } from './sealSystem';
import { leakOf } from './selfTest';

export interface SealsOptions {
  /**
   * The folder of the canary, caches and private home folders. No agent can write to the folder
   * itself.
   */
  readonly folder: string;
  /** The app's own folder, hidden from every agent. */
  readonly data: string;
  readonly logger: Logger;
  readonly probe?: () => Promise<SealAvailability>;
  /** Decides which hosts agents may reach; without it the network is open. */
  readonly networks?: SessionNetworks;
}

/** The part of a seal request that a session knows. */
export type SealRequest = Pick<SealedSession, 'project' | 'copy' | 'history' | 'links' | 'allowed'>;

/** An agent by its id in the settings. */
type NamedAgent = Omit<SealedAgent, 'privateHome' | 'ownState'> & { readonly id: string };

export interface OpenSeal {
  readonly namespace: ProcessNamespace;
  readonly plan: SealPlan;
}

/**
 * I24: creates the seals of agents and their commands. A program that is to be sealed never runs
 * without a seal.
 */
export class Seals {
  private probing: Promise<SealAvailability> | undefined;
  /** The number of seals with an open network for each copy. */
  private readonly openNetworks = new Map<string, number>();

  constructor(private readonly options: SealsOptions) {}

  /** Tests once whether the system can seal agents, and again only if told to. */
  availability({ again = false } = {}): Promise<SealAvailability> {
    if (again) this.probing = undefined;
    this.probing ??= (this.options.probe ?? probeSeal)().then((found) => {
      if (!found.available) this.options.logger.warn('agents cannot be sealed', { ...found });
      return found;
    });
    return this.probing;
  }

  /**
   * The caller disposes of the namespace. It is tested from inside before it is handed over;
   * whatever `meanwhile` puts into it must wait until then.
   */
  async open(
    request: SealRequest,
    agent: NamedAgent,
    meanwhile: (namespace: ProcessNamespace) => void = () => undefined,
  ): Promise<Result<OpenSeal, StartFailure>> {
    const can = await this.availability();
    // The user may have fixed the problem in the meantime.
    const now = can.available ? can : await this.availability({ again: true });
    const program = systemProgram(BUBBLEWRAP);
    if (!now.available) return refuse(now.message, now.fix);
    if (program === undefined) return refuse('bubblewrap is no longer installed.', null);
    let namespace: ProcessNamespace | undefined;
    try {
      const plan = await this.prepare(request, agent);
      const maker = {
        file: program,
        args: bwrapArguments(plan),
        copies: plan.copies,
        environment: plan.environment,
        hasOwnNetwork: plan.network.type === 'hosts',
      };
      let found: string | null = null;
      namespace = await ProcessNamespace.open(maker, async (opened) => {
        const tried = leakOf(opened, plan);
        meanwhile(opened);
        found = await tried;
      });
      const leak = found ?? (await this.connect(namespace, plan, ownerOf(request, agent)));
      if (leak === null) return { ok: true, value: { namespace, plan } };
      this.options.logger.error('a seal does not hold', { leak });
      namespace.dispose();
      return { ok: false, error: { type: 'leaking-seal', leak } };
    } catch (error) {
      namespace?.dispose();
      return refuse((error as Error).message, null);
    }
  }

  /** Everything that an agent could use if it were sealed now. Changes nothing. */
  policy(request: SealRequest, agent: NamedAgent): SealPolicy {
    const wanted = this.network(request, agent);
    const isStillOpen = wanted.type === 'hosts' && this.openNetworks.has(request.copy);
    const now = isStillOpen ? ({ type: 'open-until-restart' } as const) : wanted;
    const { words, mounts, dropped, network, login } = this.plan(request, agent, now);
    const places = mounts.map(({ path, access, why, allowed }) => ({
      path,
      access,
      why,
      ...(allowed && { allowed }),
    }));
    return { words, places, network, withheld: dropped, login };
  }

  /**
   * The target of a path that the user wants to allow, or an error that says why the path stays
   * closed.
   */
  allowance(
    request: SealRequest,
    agent: Pick<NamedAgent, 'variables'>,
    path: string,
  ): Result<string> {
    const system = sealSystem(agent.variables.HOME ?? homedir());
    const given = posix.normalize(path).replace(/(?<=.)\/+$/, '');
    if (!given.startsWith('/')) return fail('invalid-input', 'The path must be absolute.');
    const why = whyNotAllowed(given, { ...request, data: this.options.data }, system);
    const real = system.look(given)?.real;
    return why !== null || real === undefined ? fail('refused', why ?? '') : ok(real);
  }

  /**
   * Removes a login that is kept for sealed sessions: an agent that logs out removes only the link
   * to it. The folder stays, because running seals show it.
   */
  async forgetLogin(request: SealRequest, agent: Pick<NamedAgent, 'id'>): Promise<void> {
    const folder = loginFolder(this.ownState(request, agent));
    for (const name of (await ifExists(readdir(folder))) ?? []) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  private ownState({ project }: SealRequest, { id }: Pick<NamedAgent, 'id'>): string {
    return join(this.options.folder, 'states', nameOf([id, ...project].join('\0')));
  }

  private network(request: SealRequest, agent: NamedAgent): SealedNetwork {
    return this.options.networks?.wanted(ownerOf(request, agent)) ?? { type: 'open' };
  }

  /** Gives a seal its only way out, and tests whether there is another. */
  private async connect(
    namespace: ProcessNamespace,
    { network }: SealPlan,
    owner: NetworkOwner,
  ): Promise<string | null> {
    const { networks } = this.options;
    if (network.type !== 'hosts' || networks === undefined) {
      this.countOpen(namespace, owner.copy);
      return null;
    }
    using canary = await NetworkCanary.open();
    const listening = await listenInside(namespace, canary);
    if (listening.type === 'leak') return listening.leak;
    namespace.adopt(
      new NetworkProxy(listening.server, {
        permit: (destination) => networks.permit(owner, destination),
        onRefused: (refusal) => networks.refused(owner, refusal),
      }),
    );
    return networkLeakOf(namespace, canary);
  }

  private countOpen(namespace: ProcessNamespace, copy: string): void {
    const { openNetworks } = this;
    const count = (by: 1 | -1) => {
      const next = (openNetworks.get(copy) ?? 0) + by;
      if (next === 0) openNetworks.delete(copy);
      else openNetworks.set(copy, next);
    };
    count(1);
    namespace.adopt(toDisposable(() => count(-1)));
  }

  private plan(request: SealRequest, agent: NamedAgent, network: SealedNetwork): SealPlan {
    const { folder, data } = this.options;
    const session = {
      ...request,
      data,
      canary: this.canary,
      caches: join(folder, 'caches', nameOf(request.project.join('\0'))),
      network,
    };
    const privateHome = join(folder, 'homes', nameOf(agent.id));
    const ownState = this.ownState(request, agent);
    const home = agent.variables.HOME ?? homedir();
    return sealPlan(session, { ...agent, privateHome, ownState }, sealSystem(home));
  }

  private get canary(): string {
    return join(this.options.folder, 'canary');
  }

  private async prepare(request: SealRequest, agent: NamedAgent): Promise<SealPlan> {
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    const canary = writeFile(this.canary, 'A sealed agent cannot read this.\n');
    const plan = this.plan(request, agent, this.network(request, agent));
    const folders = plan.needs.map((path) => mkdir(path, { recursive: true, mode: 0o700 }));
    await Promise.all([canary, ...folders]);
    for (const { path, target } of plan.homeLinks) await link(path, target);
    return plan;
  }
}

function ownerOf({ project, copy }: SealRequest, { id }: NamedAgent): NetworkOwner {
  return { project, copy, agentId: id };
}

/** Creates a link. A file that the agent has created there in the meantime stays. */
async function link(path: string, target: string): Promise<void> {
  try {
    await symlink(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function refuse(message: string, fix: string | null) {
  return { ok: false as const, error: { type: 'no-seal' as const, message, fix } };
}

/** A folder name for any text. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
