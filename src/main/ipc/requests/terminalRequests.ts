import { homedir } from 'node:os';
import { z } from 'zod';
import type { Host } from '#main/host/host';
import { folder } from '#main/ipc/folderGuard';
import type { Guards, Handlers } from '#main/ipc/register';
import { name, sessionId } from '#main/ipc/sessionGuards';
import type { Projects } from '#main/projects/projects';
import { INPUT_CHARACTERS, MAXIMUM_COLUMNS, MAXIMUM_ROWS } from '#main/ptyHost/limits';
import type { CheckTerminals } from '#main/terminals/checkTerminals';
import type { LiveAgentTerminals } from '#main/terminals/liveAgentTerminals';
import type { LoginTerminals } from '#main/terminals/loginTerminals';
import type { OutputFeed } from '#main/terminals/output/outputFeed';
import { TOO_OFTEN } from '#main/terminals/pty/ptyHostClient';
import { findRunnables } from '#main/terminals/runnables';
import type { SetupTerminals } from '#main/terminals/setupTerminals';
import type { TerminalFiles } from '#main/terminals/terminalFiles';
import type { AgentTerminals } from '#main/terminals/terminals';
import type { UserTerminals } from '#main/terminals/userTerminals';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalPlace, terminalRequests } from '#shared/ipc/terminals';

export type TerminalRequestName = keyof typeof terminalRequests;

/** File names on one line of a terminal. */
const MAX_NAMES = 100;
const MAX_COMMAND = 100_000;

const terminalId = name.transform((text) => text as TerminalId);
const size = z.strictObject({
  columns: z.int().min(1).max(MAXIMUM_COLUMNS),
  rows: z.int().min(1).max(MAXIMUM_ROWS),
});
const place = z.union([
  z.strictObject({ sessionId }),
  z.strictObject({ folder }),
  z.strictObject({ folder: z.null() }),
]);
const agentTerminal = z.strictObject({ sessionId, terminalId });

export const terminalGuards: Pick<Guards, TerminalRequestName> = {
  'terminals.list': z.null(),
  'terminals.connect': z.null(),
  'terminals.create': z.strictObject({
    place,
    size,
    run: z.strictObject({ name, command: z.string().min(1).max(MAX_COMMAND) }).nullable(),
  }),
  'terminals.login': z.strictObject({ sessionId, methodId: name, size }),
  'terminals.restart': z.strictObject({ terminalId, size }),
  'terminals.rename': z.strictObject({ terminalId, name: name.nullable() }),
  'terminals.close': z.strictObject({ terminalId }),
  'terminals.tail': z.strictObject({ terminalId }),
  'terminals.findFiles': z.strictObject({ terminalId, names: z.array(name).max(MAX_NAMES) }),
  'terminals.openFile': z.strictObject({
    terminalId,
    name,
    line: z.int().positive().nullable(),
  }),
  'terminals.runnables': z.strictObject({ place }),
  'terminals.agentOutput': agentTerminal,
  'terminals.takeOver': agentTerminal,
  'terminals.handBack': agentTerminal,
  'terminals.agentInput': agentTerminal.extend({ data: z.string().max(INPUT_CHARACTERS) }),
  'terminals.agentResize': agentTerminal.extend({ size }),
  'terminals.stopAgent': agentTerminal,
  'terminals.paste': z.null(),
};

export interface TerminalServices {
  readonly host: Host;
  readonly projects: Projects;
  readonly terminals: {
    readonly user: UserTerminals;
    readonly logins: LoginTerminals;
    readonly setups: SetupTerminals;
    readonly checks: CheckTerminals;
    readonly agents: LiveAgentTerminals;
    readonly feed: OutputFeed;
    readonly files: TerminalFiles;
    /** Passes a window a port to the pty host. */
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
}: TerminalServices): Pick<Handlers, TerminalRequestName> {
  const folderOf = async (place: TerminalPlace): Promise<Result<string>> => {
    if ('folder' in place) return ok(place.folder ?? homedir());
    const summary = host.list().find(({ id }) => id === place.sessionId);
    return summary ? ok(summary.cwd) : fail('not-found', 'This session is gone.');
  };
  /**
   * The folder whose `.airlock.json` counts: the project's, because the agent can change a
   * session's own copy.
   */
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
