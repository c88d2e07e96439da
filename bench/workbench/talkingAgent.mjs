// An agent that has much to say: `fill <entries>` writes a long transcript as fast as it is taken,
// `talk <chunks per second> <chunks>` streams at a steady pace, as a fast model does.
import { createInterface } from 'node:readline';

/** Pieces of one message before a tool call and a new message, about as in real agents. */
const CHUNKS_PER_MESSAGE = 50;
const TICK_MILLISECONDS = 10;

let sessions = 0;
let messages = 0;

const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sessionId, content) =>
  write({ method: 'session/update', params: { sessionId, update: content } });
const drained = () => new Promise((resolve) => process.stdout.once('drain', resolve));

const text = (messageId, words) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text: words },
});
const tool = (toolCallId, index) => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: `Read src/part${index}.ts`,
  kind: 'read',
  status: 'completed',
  locations: [{ path: `/project/src/part${index}.ts`, line: index + 1 }],
});

const sentences = [
  'The retry loop gives up after five attempts, ',
  'and waits a little longer after each of them. ',
  'See `src/retry.ts` for **where it is decided**, ',
  'which the tests cover from both sides. ',
];
const code = '\n\n```ts\nexport function wait(attempt: number): number {\n';
const codeLine = '  return 2 ** attempt * 100; // grows with each attempt\n';

/** The nth piece of a message: prose, then a list, then code, then prose again. */
function piece(index) {
  const place = index % 100;
  if (place === 60) return code;
  if (place > 60 && place < 75) return codeLine;
  if (place === 75) return '}\n```\n\n';
  if (place > 75 && place < 90) return place % 2 ? 'one more thing that was done\n' : '- ';
  return `${sentences[index % sentences.length]}${place % 15 === 14 ? '\n\n' : ''}`;
}

async function fill(sessionId, entries) {
  for (let index = 0; index < entries; index++) {
    const content =
      index % 3 === 2
        ? tool(`fill-${sessionId}-${index}`, index)
        : text(`message-${messages++}`, `Entry ${index}. ${sentences.join('').repeat(3)}`);
    update(sessionId, content);
    if (process.stdout.writableNeedDrain) await drained();
  }
}

async function talk(sessionId, rate, chunks) {
  const started = performance.now();
  let said = 0;
  let messageId = '';
  while (said < chunks) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));
    const due = Math.min(chunks, Math.floor(((performance.now() - started) * rate) / 1_000));
    for (; said < due; said++) {
      const place = said % CHUNKS_PER_MESSAGE;
      if (place === 0) {
        update(sessionId, tool(`talk-${sessionId}-${messages}`, said));
        messageId = `message-${messages++}`;
      }
      update(sessionId, text(messageId, piece(place)));
    }
    if (process.stdout.writableNeedDrain) await drained();
  }
  update(sessionId, text(`message-${messages++}`, `That was all of ${chunks}.`));
}

const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: `talk-${sessions++}` }),
  'session/prompt': async ({ sessionId, prompt }) => {
    const [verb, ...numbers] = prompt[0].text.split(' ');
    if (verb === 'fill') await fill(sessionId, ...numbers.map(Number));
    if (verb === 'talk') await talk(sessionId, ...numbers.map(Number));
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = answers[method];
  if (answer) write({ id, result: await answer(params) });
});
