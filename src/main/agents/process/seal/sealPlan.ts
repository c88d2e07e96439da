import type { AllowedPath, SealedLogin, SealedNetwork, SealScope } from '#shared/seal';
import type { Variables } from '../environment/environmentLookup';
import {
  agentCopies,
  agentFolders,
  agentGrants,
  agentLogins,
  agentVariables,
  type KnownPlaces,
  placesOf,
} from './agentPlaces';
import { whyNotAllowed } from './allowance';
import { isInside } from './isInside';
import { networkWords } from './network/networkWords';
import { proxyVariables } from './network/proxyVariables';
import { type MayLead, programGrants, systemGrants, toolchainGrants } from './programPlaces';
import { isSystemLink, mountsOf } from './sealMounts';
import { type DroppedVariable, sealedVariables } from './sealVariables';
import { secretPlaces } from './secretPlaces';
import { homeGrants, homeLinks, homeSockets } from './unknownHome';

/** The kind of file at a path, and its real path. */
export interface Place {
  readonly kind: 'folder' | 'file' | 'socket' | 'other';
  readonly real: string;
  /** The link's text, if the path itself is a link. */
  readonly link?: string;
}

/** The facts about the system that the plan needs. */
export interface SealSystem {
  readonly home: string;
  readonly userId: number;
  look(path: string): Place | null;
  /** The names in a folder; empty if it cannot be read. */
  list(folder: string): readonly string[];
  /** The names of the sockets in a folder. */
  sockets(folder: string): readonly string[];
}

export interface SealedSession {
  /** The user's own project folders, which nothing inside the seal may see. */
  readonly project: readonly string[];
  /** The session's copy: the agent works here. */
  readonly copy: string;
  /** Folders of Git objects that the copy's repository uses. */
  readonly history: readonly string[];
  /** The user's own files that the copy links to. */
  readonly links: readonly string[];
  /** What the user also allowed, for this session or the whole project. */
  readonly allowed?: Readonly<Record<SealScope, readonly AllowedPath[]>>;
  /** The app's own folder: settings and all sessions. */
  readonly data: string;
  /**
   * A file in the data folder that must not be visible inside; the test of the seal looks for it.
   */
  readonly canary: string;
  /** The package caches of the project. */
  readonly caches: string;
  readonly network: SealedNetwork;
}

/** What the settings allow an agent in addition to the defaults. `~` is the home folder. */
export interface SealChoices {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** Variables that are passed on although they lead to keys or services. */
  readonly variables?: readonly string[];
  /** The only hosts that the agent may reach; if absent, its network is open. */
  readonly hosts?: readonly string[];
}

export interface SealedAgent {
  /** The agent's command line, as in the settings. */
  readonly commandLine: readonly string[];
  /** The file that is started. */
  readonly program: string;
  readonly variables: Variables;
  /** The names of the variables that the settings declare for the agent. */
  readonly declared: readonly string[];
  readonly choices: SealChoices;
  /**
   * The home folder for an agent that is not in the table; it is kept between the agent's sessions.
   */
  readonly privateHome: string;
  /** Files that a known agent keeps only for the project's sealed sessions. */
  readonly ownState: string;
}

export type SealAccess =
  | 'read'
  | 'write'
  /** An empty folder in memory. */
  | 'scratch'
  /** An empty, read-only folder or file that hides the real one. */
  | 'hidden';

export interface SealMount {
  /** The path inside the seal. */
  readonly path: string;
  readonly access: SealAccess;
  /** The path outside the seal, without links on the way. */
  readonly source: string;
  readonly kind: 'folder' | 'file';
  readonly why: string;
  readonly allowed?: SealScope;
}

interface SealLink {
  readonly path: string;
  readonly target: string;
}

export interface SealPlan {
  /** The mounts; each folder comes before its contents. */
  readonly mounts: readonly SealMount[];
  /** Links of the system's root folder, such as /bin. */
  readonly links: readonly SealLink[];
  /** Links to the agent's kept files, in folders that are in memory. */
  readonly keptLinks: readonly SealLink[];
  /**
   * Files that are copied into the seal when it is created; changes to the copies are discarded.
   */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** Folders that are created outside before they are shown inside. */
  readonly needs: readonly string[];
  /** Links to the user's own home folder for a private home. */
  readonly homeLinks: readonly SealLink[];
  readonly home: string;
  readonly dropped: readonly DroppedVariable[];
  environment(variables: Variables): Variables;
  readonly network: SealedNetwork;
  /**
   * Whether the agent's user id could change kernel settings, so that the seal has to close them.
   */
  readonly closesKernel: boolean;
  /** Paths that must not be found inside. */
  readonly unseen: readonly string[];
  /** Places that must not be writable from inside. */
  readonly unwritable: readonly string[];
  /** The guarantees of the seal, and their limits. */
  readonly words: readonly string[];
  /** The duration of a login in the session. */
  readonly login: SealedLogin;
}

export interface Grant {
  readonly path: string;
  readonly access: 'read' | 'write' | 'scratch';
  /** The path outside the seal, if it differs. */
  readonly source?: string;
  readonly why: string;
  /** Whether the place was not chosen for itself, and so reveals nothing that is to be hidden. */
  readonly isBroad?: boolean;
  /** Whether the place is created if it does not exist. */
  readonly isMade?: boolean;
  /** Set if the user allowed the place with a click. */
  readonly allowed?: SealScope;
}

/**
 * Everything that a sealed agent sees and may write, with reasons. Pure: the facts about the system
 * are passed in.
 */
export function sealPlan(session: SealedSession, agent: SealedAgent, system: SealSystem): SealPlan {
  const { look } = system;
  const { network } = session;
  const proxy = network.type === 'hosts' ? proxyVariables(network.hosts) : {};
  const known = placesOf(agent.commandLine);
  const home = known === null ? agent.privateHome : system.home;
  const logins = known === null ? null : agentLogins(known, agent, system);
  const chosen = chosenGrants(agent, system);
  const given = withoutSwapped([...allowedGrants(session, system), ...chosen], system);
  const secrets = secretPlaces.map((path) => `${system.home}/${path}`);
  const own = known === null ? [] : agentFolders(known, agent.variables, system);
  const closed = [
    ...session.project,
    session.data,
    ...secrets.filter((path) => !own.includes(path)),
  ];
  const mayLead = fairLinks(closed, given, system);
  const found = [
    ...toolchainGrants(agent.variables.PATH ?? '', system, session),
    ...programGrants([agent.program, ...agent.commandLine.slice(1)], system, session, mayLead),
  ];
  const grants = [
    ...systemGrants(system),
    ...scratchGrants(system),
    ...found.filter(({ path }) => mayLead(path, path)),
    ...(known === null ? homeGrants(agent, system) : agentGrants(known, agent, system)),
    ...given,
    ...sessionGrants(session, system),
  ];
  const sockets = known === null ? homeSockets(system) : [];
  const hidden = [...session.project, session.data, ...secrets, ...sockets];
  const mounts = mountsOf(grants, hidden, system);
  const variables = sealedVariables(agent, known, {
    home,
    userHome: system.home,
    userId: system.userId,
    caches: session.caches,
    more: known === null ? {} : agentVariables(known, agent.variables, system),
  });
  return {
    mounts,
    links: grants.flatMap(({ path }) => {
      const target = look(path)?.link;
      return target !== undefined && isSystemLink(path) ? [{ path, target }] : [];
    }),
    keptLinks: logins?.links ?? [],
    copies: copiesOf(known, agent, system),
    needs: grants.flatMap(({ path, source, isMade }) => (isMade ? [source ?? path] : [])),
    homeLinks: known === null ? homeLinks(agent, system) : [],
    home,
    dropped: variables.dropped,
    environment: (given) => ({ ...variables.environment(given), ...proxy }),
    network,
    closesKernel: system.userId === 0,
    unseen: unseenPlaces(session, agent, system, mounts),
    unwritable: ['/', '/usr', '/etc', ...session.project.filter((path) => path !== system.home)],
    login: logins?.fate ?? 'agent',
    words: [...wordsOf(known !== null, network), ...(hasMore(mounts, chosen) ? [MORE] : [])],
  };
}

/** The place inside the seal that copies are taken from. */
const COPIES = '/run/airlock';

function scratchGrants({ home, userId }: SealSystem): readonly Grant[] {
  const scratch = (path: string, why: string): Grant => ({ path, access: 'scratch', why });
  return [
    scratch('/tmp', 'temporary files of its own'),
    scratch('/var/tmp', 'temporary files of its own'),
    scratch('/run', 'without the sockets of the system'),
    scratch(`/run/user/${userId}`, 'without the sockets of your desktop'),
    ...(home === '/' ? [] : [scratch(home, 'your home folder, without what is in it')]),
  ];
}

function sessionGrants(
  { copy, project, history, links, caches }: SealedSession,
  { look }: SealSystem,
): readonly Grant[] {
  const roots = project.map((folder) => look(folder)?.real ?? folder);
  // The project's own files decide where a link leads, even after the user has looked at it.
  const isOfProject = (path: string) => {
    const real = look(path)?.real;
    return real !== undefined && roots.some((root) => isInside(real, root) && real !== root);
  };
  const read = (why: string) => (path: string) => ({ path, access: 'read' as const, why });
  return [
    { path: copy, access: 'write', why: 'its own copy of the project' },
    ...history.map(read('the history of its copy')),
    ...links.filter(isOfProject).map(read('linked into its copy by the project’s settings')),
    { path: caches, access: 'write', why: 'package caches of this project', isMade: true },
  ];
}

function chosenGrants(
  { choices, variables }: SealedAgent,
  { home, look }: SealSystem,
): readonly Grant[] {
  const full = (path: string) => path.replace(/^~(?=\/|$)/, home).replace(/\/+$/, '');
  const grant = (access: 'read' | 'write') => (path: string) =>
    path.startsWith('/') ? [{ path, access, why: 'allowed in the settings' } satisfies Grant] : [];
  const named = (choices.variables ?? []).flatMap((name) => variables[name] ?? []);
  return [
    ...named.filter((path) => look(path)?.kind === 'socket').flatMap(grant('read')),
    ...(choices.read ?? []).map(full).flatMap(grant('read')),
    ...(choices.write ?? []).map(full).flatMap(grant('write')),
  ];
}

/** Judges each allowance again, because the path's target may have changed since it was allowed. */
function allowedGrants(session: SealedSession, system: SealSystem): readonly Grant[] {
  const scopes: readonly (readonly [SealScope, string])[] = [
    ['project', 'allowed by you, for all sessions of this project'],
    ['session', 'allowed by you, for this session'],
  ];
  return scopes.flatMap(([scope, why]) =>
    (session.allowed?.[scope] ?? [])
      .filter(({ path, real }) => system.look(path)?.real === real)
      .filter(({ path }) => whyNotAllowed(path, session, system) === null)
      .map(({ path, access }): Grant => ({ path, access, why, allowed: scope })),
  );
}

/** Drops grants inside a folder that an agent may write to, where a path may have become a link. */
function withoutSwapped(grants: readonly Grant[], { look }: SealSystem): readonly Grant[] {
  const realOf = (path: string) => look(path)?.real ?? path;
  return grants.filter(({ path }) =>
    grants
      .filter((other) => other.access === 'write' && other.path !== path)
      .filter((other) => isInside(path, other.path))
      .every((other) => isInside(realOf(path), realOf(other.path))),
  );
}

/**
 * Decides which links to programs and toolchains are followed. A link that an agent could have
 * created must not lead out of the agent's writable places, and no link may lead to a place closed
 * to agents.
 */
function fairLinks(
  closed: readonly string[],
  given: readonly Grant[],
  { look }: SealSystem,
): MayLead {
  const writable = given.filter(({ access }) => access === 'write').map(({ path }) => path);
  const realOf = (path: string) => look(path)?.real ?? path;
  return (from, to) => {
    const real = realOf(to);
    return (
      writable.every((folder) => !isInside(from, folder) || isInside(real, realOf(folder))) &&
      closed.every((folder) => isInside(from, folder) || !isInside(real, realOf(folder)))
    );
  };
}

function copiesOf(
  known: KnownPlaces | null,
  { variables }: SealedAgent,
  system: SealSystem,
): SealPlan['copies'] {
  const files = known === null ? [] : agentCopies(known, variables, system);
  return files.map((path, index) => ({ from: `${COPIES}/${index}`, to: path }));
}

/** Sockets with which an agent could control programs outside, and the app's own files. */
function unseenPlaces(
  { canary, project }: SealedSession,
  { variables }: SealedAgent,
  { home, look }: SealSystem,
  mounts: readonly SealMount[],
): readonly string[] {
  const runtime = variables.XDG_RUNTIME_DIR ?? '';
  const candidates = [
    ...project.map((folder) => `${folder}/.git`),
    `${home}/.ssh`,
    '/run/dbus/system_bus_socket',
    '/run/docker.sock',
    '/run/systemd/private',
    '/tmp/.X11-unix',
    variables.SSH_AUTH_SOCK ?? '',
    ...(runtime === '' ? [] : [`${runtime}/bus`, `${runtime}/keyring`]),
  ];
  const isShown = (path: string) =>
    mounts.some((mount) => mount.path === path && mount.access !== 'hidden');
  const others = candidates.filter(
    (path) => path.startsWith('/') && look(path) !== null && !isShown(path),
  );
  // The canary is always included: it exists when the seal is tested, though it may not have been
  // written yet.
  return [canary, ...others];
}

const MORE = 'It can also use what else you have allowed, as listed.';

/** Whether the seal shows anything that the user allowed, here or in the settings. */
function hasMore(mounts: readonly SealMount[], chosen: readonly Grant[]): boolean {
  return mounts.some(
    ({ path, allowed }) => allowed !== undefined || chosen.some((grant) => grant.path === path),
  );
}

function wordsOf(isKnown: boolean, network: SealedNetwork): readonly string[] {
  return [
    'The system lets this agent write only to its own copy.',
    isKnown
      ? 'It cannot see your project, your home folder or your keys. Exceptions are its own settings and history, and package caches of this project.'
      : 'It cannot see your project or your keys. Its own folders are not known, so it can read the rest of your home folder; what it writes there goes to a private folder. It gets the variables of your shell, tokens in them included, except those that are listed. It can also write package caches of this project.',
    networkWords(network),
  ];
}
