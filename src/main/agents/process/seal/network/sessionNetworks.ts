import { type Disposable, toDisposable } from '#main/base/disposable';
import {
  type Destination,
  type HostRule,
  type Permit,
  parseHostRule,
  permitOf,
} from '#main/base/network/hostRule';
import type { ListedHost, SealedNetwork } from '#shared/seal';
import type { HostRefusal } from '#shared/session/network';

/** The lists of hosts in the settings, as they are now. */
export interface HostLists {
  /** The agent's list; undefined if its network is open. */
  agent(agentId: string): readonly string[] | undefined;
  project(folders: readonly string[]): ProjectHosts;
}

export interface ProjectHosts {
  readonly hosts: readonly string[];
  /** Whether all agents are limited to listed hosts in this project. */
  readonly isLimited: boolean;
}

/** The network side of a session. */
export interface SessionNetwork {
  /** The hosts that the user has allowed only for this session. */
  hosts(): readonly string[];
  onRefused(refusal: HostRefusal): void;
}

/** The owner of a network: a session by its copy, and an agent by its id in the settings. */
export interface NetworkOwner {
  readonly project: readonly string[];
  readonly copy: string;
  readonly agentId: string;
}

/** Which hosts the programs of sealed sessions may reach, at each moment. */
export class SessionNetworks {
  private readonly sessions = new Map<string, SessionNetwork>();

  constructor(private readonly lists: HostLists) {}

  /** Asks and notifies the session that works in this copy until the result is disposed. */
  attend(copy: string, session: SessionNetwork): Disposable {
    this.sessions.set(copy, session);
    return toDisposable(() => {
      if (this.sessions.get(copy) === session) this.sessions.delete(copy);
    });
  }

  /** The network that a new seal is to have now. */
  wanted(owner: NetworkOwner): SealedNetwork {
    const isLimited =
      this.lists.agent(owner.agentId) !== undefined || this.lists.project(owner.project).isLimited;
    return isLimited ? { type: 'hosts', hosts: this.hosts(owner) } : { type: 'open' };
  }

  /**
   * The permit for a destination; null if it may not be reached. Asked for each connection, so that
   * the user's permission takes effect at once.
   */
  permit(owner: NetworkOwner, destination: Destination): Permit | null {
    return permitOf(
      this.hosts(owner).flatMap(({ rule }) => rulesOf(rule)),
      destination,
    );
  }

  refused({ copy }: NetworkOwner, refusal: HostRefusal): void {
    this.sessions.get(copy)?.onRefused(refusal);
  }

  private hosts({ agentId, project, copy }: NetworkOwner): readonly ListedHost[] {
    const listed = (rules: readonly string[], why: string) => rules.map((rule) => ({ rule, why }));
    const all = [
      ...listed(this.lists.agent(agentId) ?? [], 'in the agent’s settings'),
      ...listed(this.lists.project(project).hosts, 'allowed for this project'),
      ...listed(this.sessions.get(copy)?.hosts() ?? [], 'allowed for this session'),
    ];
    return all.filter(({ rule }, at) => all.findIndex((other) => other.rule === rule) === at);
  }
}

/**
 * Parses the rules of a list. The settings were validated when they were read; an invalid entry
 * allows nothing.
 */
function rulesOf(text: string): readonly HostRule[] {
  const parsed = parseHostRule(text);
  return parsed.ok ? [parsed.value] : [];
}
