import { homedir } from 'node:os';
import type { Host } from '#main/host/host';
import type { Projects } from '#main/projects/projects';
import type { LiveAgentTerminals } from '#main/terminals/liveAgentTerminals';
import type { LoginTerminals } from '#main/terminals/loginTerminals';
import type { OutputFeed } from '#main/terminals/outputFeed';
import { TOO_OFTEN } from '#main/terminals/ptyHostClient';
import { findRunnables } from '#main/terminals/runnables';
import type { SetupTerminals } from '#main/terminals/setupTerminals';
import type { TerminalFiles } from '#main/terminals/terminalFiles';
import type { AgentTerminals } from '#main/terminals/terminals';
import type { UserTerminals } from '#main/terminals/userTerminals';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { type TerminalPlace, terminalRequests } from '#shared/ipc/terminals';
import type { Handlers } from './register';

export type TerminalRequest = keyof typeof terminalRequests;

export function isTerminalRequest(name: string): name is TerminalRequest {
  return Object.hasOwn(terminalRequests, name);
}

export interface TerminalServices {
  readonly host: Host;
  readonly projects: Projects;
  readonly terminals: {
    readonly user: UserTerminals;
    readonly logins: LoginTerminals;
    readonly setups: SetupTerminals;
    readonly agents: LiveAgentTerminals;
    readonly feed: OutputFeed;
    readonly files: TerminalFiles;
    /** Hands a window a port to the pty host. */
    connect(windowId: number): boolean;
    paste(windowId: number): void;
  };
  openInEditor(path: string, line: number | null): Promise<ReturnType<typeof fail> | null>;
}

export function createTerminalHandlers({
  host,
  projects,
  terminals: { user, logins, agents, feed, files, connect, paste },
  openInEditor,
}: TerminalServices): Pick<Handlers, TerminalRequest> {
  const folderOf = async (place: TerminalPlace): Promise<Result<string>> => {
    if ('folder' in place) return ok(place.folder ?? homedir());
    const summary = host.list().find(({ id }) => id === place.sessionId);
    return summary ? ok(summary.cwd) : fail('not-found', 'This session is gone.');
  };
  /** A session's own copy of `.airlock.json` is the agent's to change: the project's counts. */
  const projectOf = (place: TerminalPlace): string => {
    if ('folder' in place) return place.folder ?? homedir();
    return host.list().find(({ id }) => id === place.sessionId)?.project ?? '';
  };
  const commandsOf = async (sessionId: SessionId): Promise<Result<AgentTerminals>> => {
    const session = await host.open(sessionId);
    return session.ok ? ok(session.value.terminals) : session;
  };
  return {
    'terminals.list': () => ok({ user: user.list(), agents: agents.list() }),
    'terminals.connect': (_input, windowId) =>
      connect(windowId) ? ok(null) : fail('unavailable', TOO_OFTEN),
    'terminals.create': async ({ place, size, run }) => {
      const folder = await folderOf(place);
      if (!folder.ok) return folder;
      const sessionId = 'sessionId' in place ? place.sessionId : null;
      return user.create({ ...size, cwd: folder.value, sessionId, run });
    },
    'terminals.login': async ({ sessionId, methodId, size }) => {
      const login = await host.terminalLogin(sessionId, methodId);
      return login.ok ? logins.open(sessionId, login.value, size) : login;
    },
    'terminals.restart': ({ terminalId, size }) => user.restart(terminalId, size),
    'terminals.rename': ({ terminalId, name }) => nothing(user.rename(terminalId, name)),
    'terminals.close': ({ terminalId }) => nothing(user.close(terminalId)),
    'terminals.tail': ({ terminalId }) => {
      const tail = user.tail(terminalId);
      return tail.ok ? ok({ data: tail.value }) : tail;
    },
    'terminals.findFiles': async ({ terminalId, names }) => {
      const terminal = user.get(terminalId);
      if (terminal === undefined) return ok({ found: [] });
      const found = await Promise.all(names.map((name) => files.find(terminal, name)));
      return ok({ found: names.filter((_, index) => found[index] !== null) });
    },
    'terminals.openFile': async ({ terminalId, name, line }) => {
      const terminal = user.get(terminalId);
      const path = terminal && (await files.find(terminal, name));
      if (!path) return fail('not-found', `There is no file ${name}.`);
      return (await openInEditor(path, line)) ?? ok(null);
    },
    'terminals.runnables': async ({ place }) => {
      const folder = await folderOf(place);
      if (!folder.ok) return folder;
      const trusted = await projects.plan(projectOf(place));
      return ok(await findRunnables(folder.value, trusted?.plan ?? null));
    },
    'terminals.agentOutput': ({ sessionId, terminalId }) => ok(feed.output(sessionId, terminalId)),
    'terminals.takeOver': async ({ sessionId, terminalId }) => {
      const commands = await commandsOf(sessionId);
      const taken = commands.ok ? commands.value.takeOver(terminalId) : commands;
      if (taken.ok) agents.setTakenOver(sessionId, terminalId, true);
      return nothing(taken);
    },
    'terminals.handBack': async ({ sessionId, terminalId }) => {
      const commands = await commandsOf(sessionId);
      const back = commands.ok ? commands.value.handBack(terminalId) : commands;
      if (back.ok) agents.setTakenOver(sessionId, terminalId, false);
      return nothing(back);
    },
    'terminals.agentInput': async ({ sessionId, terminalId, data }) => {
      const commands = await commandsOf(sessionId);
      return nothing(commands.ok ? commands.value.input(terminalId, data) : commands);
    },
    'terminals.agentResize': async ({ sessionId, terminalId, size }) => {
      const commands = await commandsOf(sessionId);
      if (commands.ok) commands.value.resize(terminalId, size);
      return nothing(commands);
    },
    'terminals.stopAgent': async ({ sessionId, terminalId }) => {
      const commands = await commandsOf(sessionId);
      return nothing(commands.ok ? await commands.value.kill(terminalId) : commands);
    },
    'terminals.paste': (_input, windowId) => {
      paste(windowId);
      return ok(null);
    },
  };
}

function nothing(result: Result<unknown>): Result<null> {
  return result.ok ? ok(null) : result;
}
