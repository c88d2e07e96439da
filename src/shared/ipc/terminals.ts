import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalSize } from '#shared/terminal/portMessages';
import type {
  AgentTerminalOutput,
  Runnable,
  TerminalList,
  UserTerminal,
} from '#shared/terminal/terminal';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** The folder of a new terminal: a session's own, or one of the user's. */
export type TerminalPlace =
  | { readonly sessionId: SessionId }
  | { readonly folder: string }
  /** The user's home. */
  | { readonly folder: null };

export interface AgentTerminalAddress {
  readonly sessionId: SessionId;
  readonly terminalId: TerminalId;
}

export const terminalRequests = {
  'terminals.list': request<null, TerminalList>(),
  /** Requests a port to the pty host. Another port is sent each time the pty host restarts. */
  'terminals.connect': request<null, null>(),
  'terminals.create': request<
    {
      readonly place: TerminalPlace;
      readonly size: TerminalSize;
      readonly run: { readonly name: string; readonly command: string } | null;
    },
    UserTerminal
  >(),
  /** Runs the login that an agent asks for; when that has worked, the agent is started again. */
  'terminals.login': request<
    { readonly sessionId: SessionId; readonly methodId: string; readonly size: TerminalSize },
    UserTerminal
  >(),
  'terminals.restart': request<
    { readonly terminalId: TerminalId; readonly size: TerminalSize },
    UserTerminal
  >(),
  'terminals.rename': request<
    { readonly terminalId: TerminalId; readonly name: string | null },
    null
  >(),
  'terminals.close': request<{ readonly terminalId: TerminalId }, null>(),
  /** The last screen of a terminal that has ended. */
  'terminals.tail': request<{ readonly terminalId: TerminalId }, { readonly data: string }>(),
  /** Which of the names that a terminal shows are files, seen from where its program is now. */
  'terminals.findFiles': request<
    { readonly terminalId: TerminalId; readonly names: readonly string[] },
    { readonly found: readonly string[] }
  >(),
  'terminals.openFile': request<
    { readonly terminalId: TerminalId; readonly name: string; readonly line: number | null },
    null
  >(),
  'terminals.runnables': request<{ readonly place: TerminalPlace }, readonly Runnable[]>(),
  /** The output of an agent's terminal so far; more follows by `session.terminalData`. */
  'terminals.agentOutput': request<AgentTerminalAddress, AgentTerminalOutput>(),
  'terminals.takeOver': request<AgentTerminalAddress, null>(),
  'terminals.handBack': request<AgentTerminalAddress, null>(),
  'terminals.agentInput': request<AgentTerminalAddress & { readonly data: string }, null>(),
  'terminals.agentResize': request<AgentTerminalAddress & { readonly size: TerminalSize }, null>(),
  'terminals.stopAgent': request<AgentTerminalAddress, null>(),
  /** Pastes into whatever has focus, as the menu does: the page may not read the clipboard. */
  'terminals.paste': request<null, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const terminalEvents = {
  'terminals.changed': event<TerminalList>(),
  'session.terminalData': event<{
    readonly sessionId: SessionId;
    readonly terminalId: TerminalId;
    readonly data: string;
    /** The position in the whole output: a jump means that some was left out. */
    readonly offset: number;
  }>(),
} satisfies Record<string, EventMarker<unknown>>;
