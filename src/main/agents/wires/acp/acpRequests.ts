import type * as acp from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import type { ConnectionClient, OfferedServices } from '#main/agents/connection';
import {
  INVALID_PARAMS,
  invalidParams,
  NotUnderstood,
  refusalFrom,
} from '#main/agents/wires/rpc/rpcRefusal';
import { unlessAborted } from '#main/agents/wires/unlessAborted';
import type { AppErrorCode, Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { AgentIdentity } from '#shared/session/agent';
import type { AcpSession } from './acpSession';
import { calledOff } from './agentQuestions';
import { stableMethods as methods } from './messages';
import {
  createTerminalRequest,
  readTextFileRequest,
  terminalRequest,
  writeTextFileRequest,
} from './requestSchemas';
import type { UpdateTranslator } from './translate/updateTranslator';

/**
 * These agents read a file before they create it and do not accept "not found": any error makes
 * their write fail (gemini-cli 0.61, and its descendant qwen-code).
 */
const readsBeforeCreating: ReadonlySet<string> = new Set(['gemini-cli', 'qwen-code']);

type Session = AcpSession<UpdateTranslator>;

export interface AcpSurroundings {
  readonly client: ConnectionClient;
  readonly services: OfferedServices;
  /** The session with this id; for a subagent, its parent session. Throws for an unknown id. */
  readonly route: (sessionId: string) => Session;
  /** The agent's identity, known once the agent has introduced itself. */
  readonly identity: () => AgentIdentity | null;
}

type Answer = (params: unknown, signal: AbortSignal) => Promise<object>;

type AboutTerminal = z.infer<typeof terminalRequest>;

/**
 * ACP has no error code for "the user refused", so a refusal is an internal error whose message
 * says what was refused.
 */
const codes: Partial<Record<AppErrorCode, number>> = {
  'not-found': -32002,
  'invalid-input': -32602,
  cancelled: -32800,
};

/**
 * Answers requests of version 1 agents about files and commands, if these services were offered.
 */
export class AcpRequests {
  private readonly answers: ReadonlyMap<string, Answer>;

  constructor(private readonly around: AcpSurroundings) {
    const { services } = around;
    this.answers = new Map([
      ...(services.fileSystem ? this.files() : []),
      ...(services.terminal ? this.terminals() : []),
    ]);
  }

  /** Undefined for a service that is not offered. */
  find(method: string): Answer | undefined {
    return this.answers.get(method);
  }

  private files(): [string, Answer][] {
    return [
      [methods.readTextFile, this.answering(readTextFileRequest, this.readTextFile)],
      [methods.writeTextFile, this.answering(writeTextFileRequest, this.writeTextFile)],
    ];
  }

  private terminals(): [string, Answer][] {
    return [
      [methods.createTerminal, this.answering(createTerminalRequest, this.createTerminal)],
      [methods.terminalOutput, this.answering(terminalRequest, this.terminalOutput)],
      [methods.waitForTerminalExit, this.answering(terminalRequest, this.waitForTerminalExit)],
      [methods.killTerminal, this.answering(terminalRequest, this.killTerminal)],
      [methods.releaseTerminal, this.answering(terminalRequest, this.releaseTerminal)],
    ];
  }

  private answering<P extends { readonly sessionId: string }>(
    schema: z.ZodType<P>,
    answer: (session: Session, params: P, signal: AbortSignal) => Promise<object>,
  ): Answer {
    return async (params, signal) => {
      const request = checked(schema, params);
      const session = this.around.route(request.sessionId);
      if (session.whenOpen) await session.whenOpen;
      return answer.call(this, session, request, signal);
    };
  }

  private async readTextFile(
    { id }: Session,
    params: z.infer<typeof readTextFileRequest>,
  ): Promise<acp.ReadTextFileResponse> {
    const { path, line, limit } = params;
    checkPath(path);
    const { client } = this.around;
    const turnEnd = client.of(id).untilTurnEnds();
    const read = await client.inTurn((room) =>
      client.of(id).readTextFile({ path, line, limit }, room, turnEnd),
    );
    const isMissing = !read.ok && read.error.code === 'not-found';
    if (isMissing && takesMissingFileAsEmpty(this.around.identity())) return { content: '' };
    return { content: granted(read) };
  }

  /** Continues even if the agent cancels, because the answer must match the disk. */
  private async writeTextFile(
    { id }: Session,
    { path, content }: z.infer<typeof writeTextFileRequest>,
    signal: AbortSignal,
  ): Promise<acp.WriteTextFileResponse> {
    checkPath(path);
    checkText(content);
    granted(await this.around.client.of(id).writeTextFile({ path, content }, signal));
    return {};
  }

  private async createTerminal(
    session: Session,
    { sessionId: _, ...request }: z.infer<typeof createTerminalRequest>,
  ): Promise<acp.CreateTerminalResponse> {
    const terminalId = granted(await this.around.client.of(session.id).terminals.create(request));
    session.translator.terminals.claim(terminalId);
    return { terminalId };
  }

  private async terminalOutput(
    { id }: Session,
    params: AboutTerminal,
  ): Promise<acp.TerminalOutputResponse> {
    const { client } = this.around;
    const read = await client.inTurn(() => client.of(id).terminals.output(terminalOf(params)));
    const { output, truncated, exit } = granted(read);
    return exit === null ? { output, truncated } : { output, truncated, exitStatus: { ...exit } };
  }

  private async waitForTerminalExit(
    { id }: Session,
    params: AboutTerminal,
    signal: AbortSignal,
  ): Promise<acp.WaitForTerminalExitResponse> {
    const { terminals } = this.around.client.of(id);
    const waiting = terminals.waitForExit(terminalOf(params), signal);
    return { ...granted(await unlessAborted(waiting, signal, calledOff)) };
  }

  private async killTerminal(
    { id }: Session,
    params: AboutTerminal,
  ): Promise<acp.KillTerminalResponse> {
    granted(await this.around.client.of(id).terminals.kill(terminalOf(params)));
    return {};
  }

  private async releaseTerminal(
    { id }: Session,
    params: AboutTerminal,
  ): Promise<acp.ReleaseTerminalResponse> {
    granted(await this.around.client.of(id).terminals.release(terminalOf(params)));
    return {};
  }
}

function checked<P>(schema: z.ZodType<P>, params: unknown): P {
  const read = schema.safeParse(params);
  if (read.success) return read.data;
  throw new NotUnderstood(INVALID_PARAMS, 'Invalid params', z.formatError(read.error));
}

/** Throws unless the text can be a path: no NUL, and valid as UTF-8. */
function checkPath(path: string): void {
  if (path.includes('\0') || path.includes('\uFFFD') || !path.isWellFormed()) {
    throw invalidParams('the path contains invalid characters');
  }
}

/** Throws for text that no file could hold unchanged. */
function checkText(text: string): void {
  if (!text.isWellFormed()) throw invalidParams('the text is not valid Unicode');
}

function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw refusalFrom(result.error, codes);
}

function terminalOf({ terminalId }: AboutTerminal): TerminalId {
  return terminalId as string as TerminalId;
}

function takesMissingFileAsEmpty(identity: AgentIdentity | null): boolean {
  return identity !== null && readsBeforeCreating.has(identity.name);
}
