import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ClaudeMessage } from './claudePeer';
import type { RpcMessage } from './rpcPeer';

/** One line of a recording; "in" is from the agent. */
export interface Frame<Message> {
  readonly dir: 'in' | 'out';
  readonly msg: Message;
}

interface Recorded {
  readonly acp: RpcMessage;
  readonly 'acp-2': RpcMessage;
  readonly claude: ClaudeMessage;
  readonly codex: RpcMessage;
}

const ENDING = '.ndjson';

/** The names of a wire's recordings, in order. */
export function recordingsOf(wire: keyof Recorded): readonly string[] {
  return readdirSync(folderOf(wire))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

export function framesOf<Wire extends keyof Recorded>(
  wire: Wire,
  name: string,
): Frame<Recorded[Wire]>[] {
  return readFileSync(`${folderOf(wire)}/${name}${ENDING}`, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

function folderOf(wire: keyof Recorded): string {
  return fileURLToPath(new URL(`../transcripts/${wire}`, import.meta.url));
}
