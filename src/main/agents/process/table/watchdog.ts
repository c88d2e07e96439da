import type { ChildProcess } from 'node:child_process';
import { RUN_VARIABLE } from '#main/agents/process/environment/agentEnvironment';
import { RESTARTS } from '#main/agents/process/limits';
import { type Disposable, DisposableOwner, toDisposable } from '#main/base/disposable';
import type { LogFields, Logger } from '#main/base/log/logger';
import { spawnProgram } from '#main/base/process/spawnProgram';

/**
 * Reads the groups to watch until its input ends. We send a goodbye before we end; without it we
 * were killed, and the script kills everything that we had started: first the groups, then any
 * process with one of our runs in its environment ($1), repeatedly because processes fork. A group
 * is identified by its leader's pid and start time, because the pid may be reused.
 */
const script = `
trap '' HUP INT TERM
started() {
  if [ -e /proc/self/stat ]; then
    line=$(cat "/proc/$1/stat" 2>/dev/null) || return
    set -- \${line##*) }
    echo "\${20}"
  else
    ps -o lstart= -p "$1" | tr -d ' '
  fi
}
groups=
while read -r verb group; do
  case $verb in
    watch) groups="$groups $group:$(started "$group")" ;;
    forget)
      rest=
      for each in $groups; do [ "\${each%%:*}" = "$group" ] || rest="$rest $each"; done
      groups=$rest ;;
    goodbye) exit 0 ;;
  esac
done
for each in $groups; do
  group=\${each%%:*}
  if [ -n "\${each#*:}" ] && [ "$(started "$group")" = "\${each#*:}" ]; then kill -KILL "-$group"; fi
done
for round in 1 2 3 4 5 6 7 8 9 10; do
  if [ -e /proc/self/environ ]; then
    found=$(grep -lsF -e "${RUN_VARIABLE}=$1" /proc/[0-9]*/environ | cut -d/ -f3)
  else
    found=$(ps -axEww -o pid=,command= | while read -r pid rest; do
      case $rest in *" ${RUN_VARIABLE}=$1"*) echo "$pid" ;; esac
    done)
  fi
  [ -n "$found" ] || exit 0
  kill -KILL $found
done
`;

/**
 * Keeps agents from outliving us even if we are killed: a shell in its own session that reads from
 * a pipe of ours. One watchdog serves all agents of this app.
 */
export class Watchdog extends DisposableOwner {
  private readonly groups = new Set<number>();
  private shell: ChildProcess | undefined;
  private restarts = 0;

  /** Ids of our runs start with the prefix, and no other ids do. */
  constructor(
    private readonly runPrefix: string,
    private readonly logger: Logger,
  ) {
    super();
  }

  /** Watches the group until disposed. */
  watch(group: number): Disposable {
    this.groups.add(group);
    if (this.shell) this.say('watch', group);
    else this.start();
    return toDisposable(() => {
      this.groups.delete(group);
      this.say('forget', group);
    });
  }

  protected override release(): void {
    // Without a goodbye it kills the groups that it still watches.
    this.shell?.stdin?.end(this.groups.size === 0 ? 'goodbye\n' : '');
    this.shell = undefined;
    super.release();
  }

  private start(): void {
    if (process.platform === 'win32' || this.isDisposed) return;
    const shell = this.spawnShell();
    if (shell === null) return;
    this.shell = shell;
    shell.unref();
    shell.stdin.on('error', (error) => this.logger.debug('watchdog hears nothing', { error }));
    shell.on('error', (error) => this.lose(shell, { error }));
    shell.on('exit', (code, signal) => this.lose(shell, { code, signal }));
    for (const group of this.groups) this.say('watch', group);
  }

  /**
   * Null if the system has no resources for a shell now; the next start of an agent tries again.
   */
  private spawnShell() {
    try {
      return spawnProgram('/bin/sh', ['-c', script, 'airlock-watchdog', this.runPrefix], {
        cwd: '/',
        detached: true,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
    } catch (error) {
      this.logger.warn('watchdog not started', { error });
      return null;
    }
  }

  private say(verb: 'watch' | 'forget', group: number): void {
    this.shell?.stdin?.write(`${verb} ${group}\n`);
  }

  private lose(shell: ChildProcess, fields: LogFields): void {
    if (this.shell !== shell) return;
    this.shell = undefined;
    this.logger.warn('watchdog lost', fields);
    if (this.groups.size > 0 && ++this.restarts <= RESTARTS) this.start();
  }
}
