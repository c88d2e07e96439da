import { join } from 'node:path';
import { app, MessageChannelMain, webContents } from 'electron';
import { TERMINAL_PORT } from '#shared/ipc/contract';
import { agentEnvironment, RUN_VARIABLE } from './agents/process/environment/agentEnvironment';
import { withReferences } from './agents/process/environment/references';
import type { ShellEnvironment } from './agents/process/environment/shellEnvironment';
import type { Paths } from './app/paths';
import type { SettingsStore } from './app/settings/settings';
import type { Shutdown } from './app/shutdown';
import { UtilityPtyHost } from './app/utilityPtyHost';
import type { FileProblems } from './base/files/fileProblems';
import type { Logger } from './base/log/logger';
import type { Host } from './host/host';
import type { Broadcast, Subscriptions } from './ipc/broadcast';
import type { TerminalServices } from './ipc/requests/terminalRequests';
import { CheckTerminals } from './terminals/checkTerminals';
import { LiveAgentTerminals } from './terminals/liveAgentTerminals';
import { LoginTerminals } from './terminals/loginTerminals';
import { OutputFeed } from './terminals/output/outputFeed';
import { PtyHostClient } from './terminals/pty/ptyHostClient';
import { SetupTerminals } from './terminals/setupTerminals';
import { terminalEnvironment } from './terminals/terminalEnvironment';
import { TerminalFiles } from './terminals/terminalFiles';
import { UserTerminals } from './terminals/userTerminals';

/** The pty host is started when a terminal is first needed. */
export function createPtys(logger: Logger): PtyHostClient {
  const starter = new UtilityPtyHost(join(import.meta.dirname, 'pty-host.js'));
  return new PtyHostClient({ starter, logger: logger.child('terminals') });
}

export interface StartTerminalsOptions {
  readonly ptys: PtyHostClient;
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly paths: Paths;
  readonly files: FileProblems;
  readonly logger: Logger;
  readonly broadcast: Broadcast;
  readonly subscriptions: Subscriptions;
  readonly shutdown: Shutdown;
  environment(): Promise<ShellEnvironment>;
}

/** Starts the user's terminals, and reports these and the agents' terminals to windows. */
export async function startTerminals(
  options: StartTerminalsOptions,
): Promise<TerminalServices['terminals']> {
  const { ptys, host, settings, broadcast, subscriptions } = options;
  const user = await UserTerminals.open({
    ptys,
    file: join(options.paths.data, 'terminals.json'),
    logger: options.logger.child('terminals'),
    onProblem: options.files.report,
    shell: () => settings.value.terminal.shell,
    enclosure: (sessionId) => host.enclosure(sessionId),
    environment: async () => {
      const { variables } = await options.environment();
      // The user's own programs are not an agent's, and may outlive the app.
      const { [RUN_VARIABLE]: _, ...own } = agentEnvironment({
        inherited: variables,
        cwd: '',
        runId: '',
      });
      return terminalEnvironment(own, app.getVersion());
    },
  });
  const logins = new LoginTerminals(
    user,
    (sessionId) => host.dispatch(sessionId, { type: 'agent.restart' }),
    async (text) => withReferences(text, (await options.environment()).variables),
  );
  const setups = new SetupTerminals(user);
  const checkTerminals = new CheckTerminals(user);
  const agents = new LiveAgentTerminals();
  const feed = new OutputFeed();
  const connected = new Set<number>();
  const tell = () =>
    broadcast.send('terminals.changed', { user: user.list(), agents: agents.list() });

  user.onDidChange(tell);
  agents.onDidChange(tell);
  host.onDidAppend(({ sessionId, events }) => agents.hear(sessionId, events));
  host.onDidWriteTerminal(({ sessionId, terminal, data }) => feed.push(sessionId, terminal, data));
  feed.onDidFeed((news) =>
    broadcast.send('session.terminalData', news, (id) => subscriptions.has(id, news.sessionId)),
  );
  host.onDidRemove((sessionId) => {
    user.closeThoseOf(sessionId);
    agents.forget(sessionId);
    feed.forget(sessionId);
  });
  let starts = 0;
  ptys.onDidStart(() => {
    const start = ++starts;
    const windows = [...connected];
    // The new pty host does not know shells that are still being restored.
    void user.returned().then(() => {
      if (start !== starts) return;
      for (const windowId of windows) handPort(ptys, windowId);
    });
  });
  options.shutdown.before(async () => {
    await user.end();
    for (const part of [logins, setups, checkTerminals, user, agents, feed, ptys]) part.dispose();
  });

  return {
    user,
    logins,
    setups,
    checks: checkTerminals,
    agents,
    feed,
    files: new TerminalFiles((id) => user.pidOf(id)),
    connect: (windowId) => {
      // Starting the pty host gives a port only to windows that are connected already, and this one
      // is not yet.
      const isConnected = handPort(ptys, windowId);
      connected.add(windowId);
      return isConnected;
    },
    paste: (windowId) => webContents.fromId(windowId)?.paste(),
  };
}

/** False if there is no pty host and none can be started. */
function handPort(ptys: PtyHostClient, windowId: number): boolean {
  const contents = webContents.fromId(windowId);
  if (contents === undefined || contents.isDestroyed()) return true;
  const { port1, port2 } = new MessageChannelMain();
  if (!ptys.connectWindow(port1)) return false;
  contents.postMessage(TERMINAL_PORT, null, [port2]);
  return true;
}
