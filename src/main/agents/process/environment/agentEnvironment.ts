import { lookUp, type Variables } from './environmentLookup';

/** Carries the run's id into everything that an agent starts, so that none of it can be lost. */
export const RUN_VARIABLE = 'AIRLOCK_RUN';

/** The run of the commands that we run for agents, by any run of an agent in the same run of the app. */
export function commandsRun(agentRun: string): string {
  return agentRun.replace(/\d+$/, 'commands');
}

/**
 * Variables of our own process that must not leak: Electron's and Node's would change how the agent
 * runs, LD_ and DYLD_ would load code into it, PWD and OLDPWD name our folder. The path of the
 * user's browser is kept, for the tests that the agent runs.
 */
const ours =
  /^(?:ELECTRON_.*|CHROME_(?!(?:BIN|PATH|EXECUTABLE)$).*|AIRLOCK_.*|NODE_OPTIONS|NODE_CHANNEL_.*|LD_.*|DYLD_.*|ORIGINAL_XDG_CURRENT_DESKTOP|PWD|OLDPWD)$/i;

/** Variables that npm sets for the project's scripts, such as ours while developing. */
const npms = /^(?:npm_.*|INIT_CWD)$/i;

export interface AgentEnvironmentOptions {
  readonly inherited: Variables;
  /** From the settings: the user may set whatever they like. */
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
  const isFromNpm = lookUp(inherited, 'npm_lifecycle_event', platform) !== undefined;
  const isDeclared = nameIn(declared, platform);
  const kept = Object.entries(inherited).filter(
    ([name]) => !ours.test(name) && !(isFromNpm && npms.test(name)) && !isDeclared(name),
  );
  const set = Object.entries(declared).filter(([name]) => name.toUpperCase() !== RUN_VARIABLE);
  return {
    // First, so that it is found even in an environment too long to be read whole.
    [RUN_VARIABLE]: runId,
    ...Object.fromEntries(kept),
    ...(platform === 'win32' ? {} : { PWD: cwd }),
    ...Object.fromEntries(set),
  };
}

/** On Windows two spellings of one name would make it random which of them the agent sees. */
function nameIn(variables: Variables, platform: NodeJS.Platform): (name: string) => boolean {
  const fold = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const names = new Set(Object.keys(variables).map(fold));
  return (name) => names.has(fold(name));
}
