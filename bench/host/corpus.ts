import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** As measured on real sessions: nearly all messages are text, but most bytes are diffs. */
const DIFF_EVERY = 40;
const DIFF_LINES = 200;
const CHUNKS_PER_MESSAGE = 400;
/** At 200 chunks a second, this many arrive while text is held back to be joined. */
const CHUNKS_PER_EVENT = 6;

const diffText = Array.from(
  { length: DIFF_LINES },
  (_, line) => `  const value${line} = compute(${line}, "some – text");`,
).join('\n');

function words(index: number): string {
  return `Word ${index} of a sentence that an agent – like any – says. `;
}

function update(index: number): unknown {
  if (index % DIFF_EVERY === DIFF_EVERY - 1) {
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${Math.floor(index / DIFF_EVERY) % 50}`,
      status: 'in_progress',
      content: [
        {
          type: 'diff',
          path: '/project/src/file.ts',
          oldText: diffText,
          newText: `${diffText}\n${index}`,
        },
      ],
    };
  }
  return {
    sessionUpdate: 'agent_message_chunk',
    messageId: `message-${Math.floor(index / CHUNKS_PER_MESSAGE)}`,
    content: { type: 'text', text: words(index) },
  };
}

/**
 * Writes `session/update` lines for one session until the file has this size; returns their number.
 */
export async function writeCorpus(path: string, sessionId: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  let written = 0;
  let count = 0;
  while (written < bytes) {
    const line = `${JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId, update: update(count++) },
    })}\n`;
    written += Buffer.byteLength(line);
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return count;
}

/** Writes the log that such messages produce: a few joined chunks, and diffs by reference. */
export async function writeLog(path: string, events: number): Promise<void> {
  const file = createWriteStream(path);
  for (let seq = 1; seq <= events; seq++) {
    const line = `${JSON.stringify({ v: 1, seq, at: seq, ...loggedEvent(seq) })}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

function loggedEvent(seq: number): object {
  if (seq === 1) {
    return {
      type: 'session.created',
      agent: { id: 'burst', name: 'Burst' },
      project: '/project',
      cwd: '/project',
      additionalDirectories: [],
      isolation: 'in-place',
    };
  }
  if (seq % DIFF_EVERY === DIFF_EVERY - 1) {
    const blob = { blob: seq.toString(16).padStart(64, '0'), bytes: diffText.length };
    return {
      type: 'tool.updated',
      toolCallId: `call_${Math.floor(seq / DIFF_EVERY)}`,
      status: 'completed',
      content: [{ type: 'diff', path: '/project/src/file.ts', before: blob, after: blob }],
    };
  }
  const text = Array.from({ length: CHUNKS_PER_EVENT }, (_, chunk) => words(seq + chunk)).join('');
  return {
    type: 'message.appended',
    messageId: `message-${Math.floor((seq * CHUNKS_PER_EVENT) / CHUNKS_PER_MESSAGE)}`,
    role: 'agent',
    content: { type: 'text', text },
  };
}
