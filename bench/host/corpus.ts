import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** As measured on real sessions: nearly all messages are words, most bytes are diffs. */
const DIFF_EVERY = 40;
const DIFF_LINES = 200;
const WORDS_PER_MESSAGE = 400;

const diffText = Array.from(
  { length: DIFF_LINES },
  (_, line) => `  const value${line} = compute(${line}, "some – text");`,
).join('\n');

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
    messageId: `message-${Math.floor(index / WORDS_PER_MESSAGE)}`,
    content: {
      type: 'text',
      text: `Word ${index} of a sentence that an agent – like any – says. `,
    },
  };
}

/** Writes `session/update` lines for one session until the file has the size; returns their number. */
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

/** Writes a session's log as it is after its chunks were joined: paragraphs and tool calls. */
export async function writeLog(path: string, events: number): Promise<void> {
  const file = createWriteStream(path);
  const paragraph = 'Some words that were joined into one event before they got a number. '.repeat(
    8,
  );
  for (let seq = 1; seq <= events; seq++) {
    const line = `${JSON.stringify({ v: 1, seq, at: seq, ...loggedEvent(seq, paragraph) })}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

function loggedEvent(seq: number, paragraph: string): object {
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
  if (seq % 4 === 0) {
    return {
      type: 'tool.updated',
      toolCallId: `call_${seq >> 3}`,
      title: `Edit file ${seq}`,
      kind: 'edit',
      status: seq % 8 === 0 ? 'completed' : 'in_progress',
      locations: [{ path: `/project/src/file${seq}.ts`, line: seq }],
    };
  }
  return {
    type: 'message.appended',
    messageId: `msg_${seq >> 4}`,
    role: 'agent',
    content: { type: 'text', text: paragraph },
  };
}
