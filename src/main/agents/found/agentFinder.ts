import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentEnvironment } from '#main/agents/process/environment/agentEnvironment';
import type { Variables } from '#main/agents/process/environment/environmentLookup';
import type { ShellEnvironment } from '#main/agents/process/environment/shellEnvironment';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { definedOnly } from '#main/base/process/definedOnly';
import { Queue } from '#main/base/queue';
import type { AgentFinding, LoginState } from '#shared/ipc/agents';
import { knownAgentOf, type LoginSigns } from '#shared/knownAgents';
import { versionOf } from './agentVersion';
import { locateCommand } from './locateCommand';

/** The number of programs that are asked for their version at the same time. */
const AT_ONCE = 4;
const VERSION_MILLISECONDS = 1_500;
const LOOKING = 'looking';

/** Version requests made during one search, by file and environment. */
type Versions = Map<string, Promise<string | null>>;

export interface AgentFinderOptions {
  /** The commands to look for: those in the settings, and those of known agents. */
  readonly commands: () => readonly string[];
  readonly environment: () => Promise<ShellEnvironment>;
  /** The inherited environment, searched first, before the login shell has answered. */
  readonly inherited?: NodeJS.ProcessEnv;
  readonly versionMilliseconds?: number;
}

/**
 * Finds the available agents. Results come one by one, and a slow or hanging program delays nothing
 * else. Only `--version` of an agent is run, and only if no file has the version.
 */
export class AgentFinder extends DisposableOwner {
  private readonly findings = new Map<string, AgentFinding>();
  private readonly changes = this.register(new Emitter<void>());
  private readonly probes = new Queue({ limit: AT_ONCE });
  private looking: Promise<void> | null = null;
  private wantsAnother = false;
  private searches = 0;

  readonly onDidChange = this.changes.event;

  constructor(private readonly options: AgentFinderOptions) {
    super();
  }

  /** Null until the command has been searched for. */
  finding(command: string): AgentFinding | null {
    return this.findings.get(command) ?? null;
  }

  get isLooking(): boolean {
    return this.looking !== null;
  }

  /** Settles when the search is complete. A call during a search repeats the search afterwards. */
  look(): Promise<void> {
    if (this.looking !== null) {
      this.wantsAnother = true;
      return this.looking;
    }
    this.looking = this.lookAround().finally(() => {
      this.looking = null;
      if (!this.isDisposed) this.changes.fire();
    });
    return this.looking;
  }

  private async lookAround(): Promise<void> {
    do {
      this.wantsAnother = false;
      const versions: Versions = new Map();
      const own = withHome(definedOnly(this.options.inherited ?? process.env));
      // A login shell may take seconds, so what can be found without it is shown first.
      const shell = this.options.environment();
      const first = this.search(own, versions);
      const { variables } = await shell;
      await Promise.all([first, this.search(variables, versions)]);
    } while (this.wantsAnother && !this.isDisposed);
  }

  private async search(variables: Variables, versions: Versions): Promise<void> {
    this.searches++;
    const commands = [...new Set(this.options.commands())];
    await Promise.all(commands.map((command) => this.find(command, variables, versions)));
  }

  private async find(command: string, variables: Variables, versions: Versions): Promise<void> {
    const search = this.searches;
    // The results of a later search replace these.
    const note = (finding: AgentFinding) => {
      if (search === this.searches) this.note(command, finding);
    };
    const known = knownAgentOf(command);
    const located = await locateCommand(command, { cwd: homedir(), variables });
    if (!located.ok) {
      note({ path: null, isInPath: false, version: null, login: 'unknown' });
      return;
    }
    const { file, isInPath } = located.value;
    const login = known === undefined ? 'unknown' : await loginStateOf(known.loginSigns, variables);
    const before = this.findings.get(command);
    // The old version of the same file is shown until the new one is known.
    const version = before?.path === file ? before.version : null;
    note({ path: file, isInPath, version, login });
    if (known === undefined || this.isDisposed) return;
    const inherited = located.value.variables;
    // These variables determine which file is found, and so the answer.
    const question = JSON.stringify([file, inherited.PATH, inherited.HOME]);
    const asked =
      versions.get(question) ??
      this.probes.run(() =>
        versionOf({
          file,
          variables: agentEnvironment({ inherited, cwd: homedir(), runId: LOOKING }),
          packageName: known.package?.name ?? null,
          milliseconds: this.options.versionMilliseconds ?? VERSION_MILLISECONDS,
        }),
      );
    versions.set(question, asked);
    note({ path: file, isInPath, version: await asked, login });
  }

  private note(command: string, finding: AgentFinding): void {
    if (this.isDisposed) return;
    if (JSON.stringify(this.findings.get(command)) === JSON.stringify(finding)) return;
    this.findings.set(command, finding);
    this.changes.fire();
  }
}

function withHome(variables: Variables): Variables {
  return variables.HOME ? variables : { ...variables, HOME: homedir() };
}

/** Looks at names only: the contents of a file or a variable are the agent's business. */
async function loginStateOf(
  signs: LoginSigns | null,
  variables: Variables,
  platform: string = process.platform,
): Promise<LoginState> {
  if (signs === null) return 'not-needed';
  if (signs.variables.some((name) => (variables[name] ?? '') !== '')) return 'found';
  const home = variables.HOME ?? homedir();
  for (const file of signs.files) {
    if (await exists(join(home, file))) return 'found';
  }
  return signs.hiddenOn?.includes(platform) ? 'unknown' : 'none';
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
