import * as acp from '@agentclientprotocol/sdk/unstable';
import type { ConnectionClient, OfferedServices } from '#main/agents/connection';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentSessionId, TerminalId, ToolCallId } from '#shared/ids';
import type { AgentIdentity } from '#shared/session/agent';
import { isRecord, type JsonRecord, labelOf } from '../json';
import { unofferedRequest } from '../unexpected';
import { unlessAborted } from '../unlessAborted';
import type { Elicitations } from './elicitations';
import { takesMissingFileAsEmpty } from './quirks';
import { checkPath, checkText, granted, invalidParams } from './refusals';
import type { Route, Sessions } from './sessions';
import { elicitationFromWire, elicitationToWire } from './translate/elicitations';

export interface RequestSurroundings {
  readonly sessions: Sessions;
  readonly elicitations: Elicitations;
  readonly client: ConnectionClient;
  readonly services: OfferedServices;
  /** Known only once the agent has introduced itself. */
  readonly identity: () => AgentIdentity | null;
  /** Called when the handler of a request has begun. */
  readonly began: (id: unknown) => void;
}

type Answer<P, R> = (params: P, signal: AbortSignal, method: string) => Promise<R>;

type SessionAnswer<P, R> = (session: AgentSessionId, params: P, signal: AbortSignal) => Promise<R>;

/** Answers what an agent asks of us. Services that were not offered are not there. */
export class AgentRequests {
  constructor(private readonly around: RequestSurroundings) {}

  registerOn(app: acp.ClientApp): void {
    const { services } = this.around;
    const { session, elicitation } = acp.methods.client;
    app.onRequest(session.requestPermission, readRecord, this.handler(this.askPermission));
    app.onRequest(elicitation.create, readRecord, this.handler(this.elicit));
    if (services.fileSystem) this.registerFiles(app);
    if (services.terminal) this.registerTerminals(app);
    app.onRequest('*', this.handler(this.refuseUnknown));
  }

  private registerFiles(app: acp.ClientApp): void {
    const { fs } = acp.methods.client;
    app.onRequest(fs.readTextFile, this.inSession(this.readTextFile));
    app.onRequest(fs.writeTextFile, this.inSession(this.writeTextFile));
  }

  private registerTerminals(app: acp.ClientApp): void {
    const { terminal } = acp.methods.client;
    app.onRequest(terminal.create, this.inSession(this.createTerminal));
    app.onRequest(terminal.output, this.inSession(this.terminalOutput));
    app.onRequest(terminal.waitForExit, this.inSession(this.waitForTerminalExit));
    app.onRequest(terminal.kill, this.inSession(this.killTerminal));
    app.onRequest(terminal.release, this.inSession(this.releaseTerminal));
  }

  /** Answers run until their first wait before anything that the agent sent later is heard. */
  private handler<P, R>(answer: Answer<P, R>) {
    return ({ params, signal, requestId, method }: acp.ClientRequestContext<P>): Promise<R> => {
      const answered = answer.call(this, params, signal, method);
      this.around.began(requestId);
      return answered.catch(rethrow);
    };
  }

  private async askPermission(
    params: JsonRecord,
    signal: AbortSignal,
  ): Promise<acp.RequestPermissionResponse> {
    const { session, translator } = this.route(params.sessionId);
    const ask = translator.permission(params);
    if (typeof ask === 'string') throw invalidParams(ask);
    if (session.whenOpen) await session.whenOpen;
    const asking = this.around.client.askPermission(session.id, ask, signal);
    const outcome = await unlessAborted(asking, signal, acp.RequestError.requestCancelled);
    return outcome.type === 'selected'
      ? { outcome: { outcome: 'selected', optionId: outcome.optionId } }
      : { outcome: { outcome: 'cancelled' } };
  }

  private async elicit(
    params: JsonRecord,
    signal: AbortSignal,
  ): Promise<acp.CreateElicitationResponse> {
    const isOfSession = params.sessionId !== undefined && params.sessionId !== null;
    const route = isOfSession ? this.route(params.sessionId) : null;
    const session = route?.session ?? null;
    const question = elicitationFromWire(
      params,
      (call) => route?.translator.toolCallId(call) ?? (call as string as ToolCallId),
    );
    if (typeof question === 'string') throw invalidParams(question);
    if (session?.whenOpen) await session.whenOpen;
    const id = session?.id ?? null;
    if (question.body.type === 'url') {
      this.around.elicitations.opened(question.body.elicitationId, id);
    }
    const asking = this.around.client.elicit(id, question, signal);
    return elicitationToWire(
      await unlessAborted(asking, signal, acp.RequestError.requestCancelled),
    );
  }

  private async readTextFile(
    id: AgentSessionId,
    params: acp.ReadTextFileRequest,
  ): Promise<acp.ReadTextFileResponse> {
    checkPath(params.path);
    const { path, line = null, limit = null } = params;
    const read = await this.around.client.readTextFile(id, { path, line, limit });
    const isMissing = !read.ok && read.error.code === 'not-found';
    if (isMissing && takesMissingFileAsEmpty(this.around.identity())) return { content: '' };
    return { content: granted(read) };
  }

  /** Not abandoned when the agent gives up: the answer must be true of the disk. */
  private async writeTextFile(
    id: AgentSessionId,
    params: acp.WriteTextFileRequest,
    signal: AbortSignal,
  ): Promise<acp.WriteTextFileResponse> {
    const { path, content } = params;
    checkPath(path);
    checkText(content);
    granted(await this.around.client.writeTextFile(id, { path, content }, signal));
    return {};
  }

  private async createTerminal(
    id: AgentSessionId,
    params: acp.CreateTerminalRequest,
  ): Promise<acp.CreateTerminalResponse> {
    const { command, args = [], env = [], cwd = null, outputByteLimit = null } = params;
    const variables = env.map(({ name, value }) => ({ name, value }));
    const request = { command, args, env: variables, cwd, outputByteLimit };
    const terminalId = granted(await this.around.client.terminals.create(id, request));
    this.around.sessions.find(id)?.translator.terminals.claim(terminalId);
    return { terminalId };
  }

  private async terminalOutput(
    id: AgentSessionId,
    params: acp.TerminalOutputRequest,
  ): Promise<acp.TerminalOutputResponse> {
    const { terminals } = this.around.client;
    const { output, truncated, exit } = granted(await terminals.output(id, terminalOf(params)));
    return exit === null ? { output, truncated } : { output, truncated, exitStatus: { ...exit } };
  }

  private async waitForTerminalExit(
    id: AgentSessionId,
    params: acp.WaitForTerminalExitRequest,
    signal: AbortSignal,
  ): Promise<acp.WaitForTerminalExitResponse> {
    const { terminals } = this.around.client;
    const waiting = terminals.waitForExit(id, terminalOf(params), signal);
    return { ...granted(await unlessAborted(waiting, signal, acp.RequestError.requestCancelled)) };
  }

  private async killTerminal(
    id: AgentSessionId,
    params: acp.KillTerminalRequest,
  ): Promise<acp.KillTerminalResponse> {
    granted(await this.around.client.terminals.kill(id, terminalOf(params)));
    return {};
  }

  private async releaseTerminal(
    id: AgentSessionId,
    params: acp.ReleaseTerminalRequest,
  ): Promise<acp.ReleaseTerminalResponse> {
    granted(await this.around.client.terminals.release(id, terminalOf(params)));
    return {};
  }

  private async refuseUnknown(_: unknown, __: AbortSignal, method: string): Promise<never> {
    const name = labelOf(method, 'a request');
    this.around.client.report(unofferedRequest(method));
    throw new acp.RequestError(-32601, `Method not found: ${name}`, { method: name });
  }

  /** The session is checked first; of a subagent, the one that it works for is meant. */
  private inSession<P extends { readonly sessionId: string }, R>(answer: SessionAnswer<P, R>) {
    return this.handler(async (params: P, signal) => {
      const { session } = this.route(params.sessionId);
      if (session.whenOpen) await session.whenOpen;
      return answer.call(this, session.id, params, signal);
    });
  }

  private route(sessionId: unknown): Route {
    const route = typeof sessionId === 'string' ? this.around.sessions.find(sessionId) : undefined;
    if (route) return route;
    const name = labelOf(sessionId, 'without an id');
    throw new acp.RequestError(-32002, `There is no session ${name} on this connection`, {
      sessionId: name,
    });
  }
}

/** What is no answer of ours is a bug of ours, whose words are not the agent's to read. */
function rethrow(error: unknown): never {
  if (error instanceof acp.RequestError) throw error;
  onUnexpectedError(error);
  throw new acp.RequestError(-32603, 'Internal error');
}

function readRecord(params: unknown): JsonRecord {
  if (isRecord(params)) return params;
  throw invalidParams('params must be an object');
}

function terminalOf({ terminalId }: { readonly terminalId: string }): TerminalId {
  return terminalId as string as TerminalId;
}
