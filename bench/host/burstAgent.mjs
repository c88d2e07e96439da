// An agent that says a whole file of updates as fast as they are taken: on a prompt, and on a load.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [corpus] = process.argv.slice(2);
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function burst(whenDone) {
  createReadStream(corpus, { highWaterMark: 1 << 20 })
    .on('end', whenDone)
    .pipe(process.stdout, { end: false });
}

const answers = {
  initialize: (id) =>
    send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }),
  'session/new': (id) => send({ id, result: { sessionId: 'bench' } }),
  'session/load': (id) => burst(() => send({ id, result: {} })),
  'session/prompt': (id, { prompt }) =>
    prompt[0].text === 'burst'
      ? burst(() => send({ id, result: { stopReason: 'end_turn' } }))
      : send({ id, result: { stopReason: 'end_turn' } }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  answers[method]?.(id, params);
});
