import { createHash } from 'node:crypto';
import type { ConnectionClient } from '#main/agents/connection';
import type { AppErrorCode, Result } from '#shared/errors';
import type { JsonRecord } from '../json';
import { invalidParams, refusalFrom } from '../rpc/rpcRefusal';
import type { AgentThread } from './agentThread';
import { fileLines } from './fileLines';

const VERSION_BYTES = 6;

/**
 * The version of a file is a hash of its content: it changes exactly when the content does, even
 * across runs. It is below 2^48, so that JSON numbers hold it exactly.
 */
function fileVersion(content: Uint8Array): number {
  return createHash('sha256').update(content).digest().readUIntBE(0, VERSION_BYTES);
}

const codes: Partial<Record<AppErrorCode, number>> = {
  'invalid-input': -32602,
  'not-found': -32602,
};

/** Answers an agent's requests about files; the thread shows which files the agent read. */
export class FileAnswers {
  constructor(private readonly client: ConnectionClient) {}

  async readTextFile(thread: AgentThread, params: JsonRecord): Promise<object> {
    const path = textIn(params, 'path');
    const [offset, limit] = [countIn(params, 'lineOffset'), countIn(params, 'lineLimit')];
    const turnEnd = this.client.of(thread.id).untilTurnEnds();
    const read = await this.client.inTurn((room) =>
      this.client.of(thread.id).readTextFile({ path, line: null, limit: null }, room, turnEnd),
    );
    this.show(thread, 'read', `Read ${path}`, path, read);
    const text = granted(read);
    const content = fileLines(text, offset, limit);
    thread.history.read(path, content);
    return { version: fileVersion(Buffer.from(text)), content };
  }

  async readBinaryFile(thread: AgentThread, params: JsonRecord): Promise<object> {
    const path = textIn(params, 'path');
    const [offset, limit] = [countIn(params, 'byteOffset'), countIn(params, 'byteLimit')];
    const turnEnd = this.client.of(thread.id).untilTurnEnds();
    const read = await this.client.inTurn((room) =>
      this.client.of(thread.id).readFile(path, room, turnEnd),
    );
    this.show(thread, 'read', `Read ${path}`, path, read);
    const bytes = Buffer.from(granted(read));
    const content = bytes.subarray(offset ?? 0, endOf(offset, limit)).toString('base64');
    return { version: fileVersion(bytes), content };
  }

  async stat(thread: AgentThread, params: JsonRecord): Promise<object> {
    const status = granted(await this.client.of(thread.id).pathStatus(textIn(params, 'path')));
    return { exists: status !== 'missing', isDirectory: status === 'folder' };
  }

  async globSearch(thread: AgentThread, params: JsonRecord): Promise<object> {
    const pattern = textIn(params, 'pattern');
    const found = await this.client.of(thread.id).findFiles(pattern);
    this.show(thread, 'search', `Search ${pattern}`, null, found);
    return { matches: granted(found) };
  }

  private show(
    thread: AgentThread,
    kind: 'read' | 'search',
    title: string,
    path: string | null,
    { ok }: Result<unknown>,
  ): void {
    thread.deliver([thread.translator.looked(kind, title, path, [], !ok)]);
  }
}

function endOf(offset: number | null, limit: number | null): number | undefined {
  return limit === null ? undefined : (offset ?? 0) + limit;
}

function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw refusalFrom(result.error, codes);
}

function textIn(params: JsonRecord, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw invalidParams(`${key} must be a string`);
  if (!value.isWellFormed()) throw invalidParams(`${key} is not valid Unicode`);
  return value;
}

/** Null if the parameter is missing. */
function countIn(params: JsonRecord, key: string): number | null {
  const value = params[key];
  if (value === undefined || value === null) return null;
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw invalidParams(`${key} must be a whole number that is not negative`);
  }
  return value as number;
}
