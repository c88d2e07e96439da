import { lookUp, type Variables } from './environmentLookup';

/** Passes the run's id to everything that an agent starts, so that all of it can be found again. */
export const RUN_VARIABLE = 'AIRLOCK_RUN';

/**
 * The run id of commands that we run for agents, derived from any agent's run id in the same run of
 * the app.
 */
export function commandsRun(agentRun: string): string {
  return agentRun.replace(/\d+$/, 'commands');
}

interface HeldBack {
  readonly names: RegExp;
  readonly why: string;
}

/**
 * Variables of our own process that agents must not get. The path of the user's browser is passed
 * on for the tests that the agent runs.
 */
const ours: readonly HeldBack[] = [
  {
    names:
      /^(?:ELECTRON_.*|CHROME_(?!(?:BIN|PATH|EXECUTABLE)$).*|NODE_OPTIONS|NODE_CHANNEL_.*|ORIGINAL_XDG_CURRENT_DESKTOP)$/i,
    why: 'It is about Airlock’s own process, and would change how the agent runs.',
  },
  { names: /^(?:LD_.*|DYLD_.*)$/i, why: 'It would load other code into the agent.' },
  { names: /^AIRLOCK_.*$/i, why: 'It is Airlock’s own.' },
  { names: /^(?:PWD|OLDPWD)$/i, why: 'The agent works in another folder.' },
];

/** Variables that npm sets for the project's scripts, such as our own during development. */
const npms: HeldBack = {
  names: /^(?:npm_.*|INIT_CWD)$/i,
  why: 'npm set it when it started Airlock.',
};

/** The user's variables that an agent does not get, and why. */
export function heldBack(
  inherited: Variables,
  platform: NodeJS.Platform = process.platform,
): ReadonlyMap<string, string> {
  const isFromNpm = lookUp(inherited, 'npm_lifecycle_event', platform) !== undefined;
  const rows = isFromNpm ? [...ours, npms] : ours;
  return new Map(
    Object.keys(inherited).flatMap((name) => {
      const row = rows.find(({ names }) => names.test(name));
      return row === undefined ? [] : [[name, row.why] as const];
    }),
  );
}

export interface AgentEnvironmentOptions {
  readonly inherited: Variables;
  /** Variables from the settings, where the user may set any. */
  readonly declared?: Variables;
  readonly cwd: string;
  readonly runId: string;
  readonly platform?: NodeJS.Platform;
}

export function agentEnvironment({
  inherited,
  declared = {},
  cwd,
  runId,
  platform = process.platform,
}: AgentEnvironmentOptions): Variables {
  const held = heldBack(inherited, platform);
  const isDeclared = nameIn(declared, platform);
  const kept = Object.entries(inherited).filter(([name]) => !held.has(name) && !isDeclared(name));
  const set = Object.entries(declared).filter(([name]) => name.toUpperCase() !== RUN_VARIABLE);
  return {
    // Put the run id first, so that it is found even in an environment that is too long to be read
    // whole.
    [RUN_VARIABLE]: runId,
    ...Object.fromEntries(kept),
    ...(platform === 'win32' ? {} : { PWD: cwd }),
    ...Object.fromEntries(set),
  };
}

/**
 * Finds a name's existing spelling: on Windows, two spellings of one name would make it random
 * which value the agent sees.
 */
function nameIn(variables: Variables, platform: NodeJS.Platform): (name: string) => boolean {
  const fold = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const names = new Set(Object.keys(variables).map(fold));
  return (name) => names.has(fold(name));
}
