/** A path below which nothing exists, on every system that git runs on. */
const NOWHERE = '/dev/null';
/** A program that fails, used instead of one that somebody else may have chosen. */
const NO_PROGRAM = 'false';

/**
 * Hook events that our commands may trigger. Hooks that the configuration itself defines ignore
 * `core.hooksPath`.
 */
const EVENTS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-auto-gc'],
  ...['post-checkout', 'post-index-change', 'reference-transaction'],
];

/**
 * Settings that override every configuration file. Whatever a repository, an agent or a project
 * wrote there, git runs no hook, watcher, helper or other program, and prompts for nothing.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  'core.hooksPath': NOWHERE,
  ...Object.fromEntries(EVENTS.map((event) => [`hook.${event}.enabled`, 'false'])),
  'core.fsmonitor': 'false',
  'core.sshCommand': NO_PROGRAM,
  'core.gitProxy': 'none',
  'core.alternateRefsCommand': NO_PROGRAM,
  'core.askPass': '',
  'core.pager': 'cat',
  'core.editor': ':',
  'sequence.editor': ':',
  'credential.helper': '',
  'uploadpack.packObjectsHook': '',
  'protocol.allow': 'never',
  'gpg.program': NO_PROGRAM,
  'gpg.openpgp.program': NO_PROGRAM,
  'gpg.x509.program': NO_PROGRAM,
  'gpg.ssh.program': NO_PROGRAM,
  'gpg.ssh.defaultKeyCommand': '',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'push.gpgSign': 'false',
  'log.showSignature': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // A folder that only looks like a repository, which an agent can create, is not treated as one.
  'safe.bareRepository': 'explicit',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.useReplaceRefs': 'false',
  'core.splitIndex': 'false',
  'core.safecrlf': 'false',
  'advice.addEmbeddedRepo': 'false',
};

/** Variables that override settings, or that no setting replaces. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_SSH_COMMAND: NO_PROGRAM,
  // An empty list of protocols: nothing is fetched, whatever the helper.
  GIT_ALLOW_PROTOCOL: ':',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
  LC_ALL: 'C',
};

export interface GitCall {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface GitCallRequest {
  readonly args: readonly string[];
  /** The variables of the program that calls git. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly config?: Readonly<Record<string, string>> | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** I22: the one way in which this program calls git. */
export function hardenedGit({ args, inherited, config, environment }: GitCallRequest): GitCall {
  const settings = Object.entries({ ...SETTINGS, ...config });
  return {
    args: [...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]), ...args],
    environment: { ...withoutGit(inherited), ...ENVIRONMENT, ...environment },
  };
}

/** Variables of an outer git command, such as a hook's, would point ours to another repository. */
function withoutGit(variables: GitCallRequest['inherited']) {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !name.toUpperCase().startsWith('GIT_')),
  );
}
