// An agent that sends too much of one thing, named by the first word of the prompt. The second word
// scales it. "hello" is an ordinary short turn.
import { createInterface } from 'node:readline';

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

const waiting = new Map();
let requests = 0;
let input;

function write(text) {
  return new Promise((resolve) => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once('drain', resolve);
  });
}

const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function update(sessionId, fields) {
  return send({ method: 'session/update', params: { sessionId, update: fields } });
}

function say(sessionId, text) {
  return update(sessionId, {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
}

/** Settles with the answer, whatever it is. */
function ask(method, params) {
  const id = `r${++requests}`;
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  void send({ id, method, params });
  return answered;
}

async function tell(sessionId, asking) {
  const answers = await Promise.all(asking);
  const errors = answers.filter(({ error }) => error !== undefined);
  const [first] = errors;
  await say(
    sessionId,
    `${answers.length} answered, ${errors.length} errors ${first?.error.message ?? ''}`,
  );
}

function times(count, make) {
  return Array.from({ length: Math.ceil(count) }, (_, index) => make(index));
}

const long = (length, letter = 'x') => letter.repeat(length);

/** At scale 1, each flood has the size that its name promises. */
const floods = {
  hello: async ({ sessionId }) => say(sessionId, 'Hello.'),
  /** 300 MB of text in pieces of 16 KB. */
  text: async ({ sessionId, scale }) => {
    const words = 'All work and no play makes Jack a dull boy. '.repeat(370);
    for (let sent = 0; sent < scale * 300 * MEGABYTE; sent += words.length)
      await say(sessionId, words);
  },
  /** The same text in pieces of 15 MB. */
  longText: async ({ sessionId, scale }) => {
    for (let index = 0; index < scale * 20; index++) await say(sessionId, long(15 * MEGABYTE));
  },
  tools: async ({ sessionId, scale }) => {
    for (let index = 0; index < scale * 60; index++) {
      await update(sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId: `call-${index}`,
        title: `Call ${index}`,
        status: 'completed',
        content: [
          { type: 'content', content: { type: 'text', text: `${index} ${long(5 * MEGABYTE)}` } },
        ],
        rawOutput: { text: `${index} ${long(5 * MEGABYTE, 'y')}` },
      });
    }
  },
  reads: async ({ sessionId, scale, cwd }) =>
    tell(
      sessionId,
      times(scale * 300, () => ask('fs/read_text_file', { sessionId, path: `${cwd}/large.txt` })),
    ),
  writes: async ({ sessionId, scale, cwd }) => {
    const content = long(8 * MEGABYTE);
    await tell(
      sessionId,
      times(scale * 150, (index) =>
        ask('fs/write_text_file', {
          sessionId,
          path: `${cwd}/written-${index % 10}.txt`,
          content: `${index}${content}`,
        }),
      ),
    );
  },
  deep: async ({ sessionId, scale }) => {
    const depth = 7 * MEGABYTE;
    const start = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":`;
    for (let index = 0; index < scale * 20; index++)
      await write(`${start}${long(depth, '[')}${long(depth, ']')}}}\n`);
  },
  wide: async ({ sessionId, scale }) => {
    const start = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":{"sessionUpdate":"x","list":[0`;
    for (let index = 0; index < scale * 20; index++)
      await write(`${start}${',0'.repeat(7 * MEGABYTE)}]}}}\n`);
  },
  keys: async ({ sessionId, scale }) => {
    const start = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":{"sessionUpdate":"x"`;
    const keys = times(MEGABYTE, (index) => `,"k${index}":{}`).join('');
    for (let index = 0; index < scale * 20; index++) await write(`${start}${keys}}}}\n`);
  },
  titles: async ({ sessionId, scale }) => {
    for (let index = 0; index < scale * 50; index++) {
      await update(sessionId, {
        sessionUpdate: 'session_info_update',
        title: `${index}${long(2 * MEGABYTE)}`,
      });
    }
  },
  commands: async ({ sessionId, scale }) => {
    const availableCommands = times(15, (index) => ({
      name: `command-${index}`,
      description: long(MEGABYTE),
      input: { hint: 'h' },
    }));
    for (let index = 0; index < scale * 20; index++) {
      await update(sessionId, { sessionUpdate: 'available_commands_update', availableCommands });
    }
    const many = times(20_000, (index) => ({ name: `command-${index}`, description: long(500) }));
    await update(sessionId, {
      sessionUpdate: 'available_commands_update',
      availableCommands: many,
    });
  },
  fields: async ({ sessionId, scale }) => {
    for (let index = 0; index < scale * 20; index++) {
      const text = `${index}${long(2 * MEGABYTE)}`;
      await update(sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId: `call-${index}`,
        title: text,
        name: text,
        locations: times(50, () => ({ path: `/${long(100 * KILOBYTE)}` })),
      });
      await update(sessionId, {
        sessionUpdate: 'plan',
        entries: times(50, () => ({
          content: long(200 * KILOBYTE),
          priority: 'high',
          status: 'pending',
        })),
      });
      await update(sessionId, {
        sessionUpdate: 'notice',
        severity: 'info',
        title: text,
        description: text,
      });
      await update(sessionId, {
        sessionUpdate: 'config_option_update',
        configOptions: [
          {
            id: 'o',
            name: text,
            type: 'select',
            currentValue: 'a',
            options: times(50, (each) => ({ value: `v${each}`, name: long(100 * KILOBYTE) })),
          },
        ],
      });
    }
  },
  /** Requests much and reads none of it. */
  noRead: async ({ sessionId, scale, cwd }) => {
    input.pause();
    process.stdin.pause();
    for (let index = 0; index < scale * 3000; index++) {
      await send({
        id: `n${index}`,
        method: 'fs/read_text_file',
        params: { sessionId, path: `${cwd}/medium.txt` },
      });
    }
  },
  requests: async ({ sessionId, scale, cwd }) =>
    tell(
      sessionId,
      times(scale * 10_000, () =>
        ask('fs/read_text_file', { sessionId, path: `${cwd}/small.txt` }),
      ),
    ),
  longPaths: async ({ sessionId, scale, cwd }) =>
    tell(
      sessionId,
      times(scale * 200, (index) =>
        ask('fs/read_text_file', {
          sessionId,
          path: `${cwd}/${index % 2 ? long(300, 'n') : 'd/'.repeat(4_000)}x`,
        }),
      ),
    ),
};

const folders = new Map();

const answers = {
  initialize: (id) =>
    send({
      id,
      result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {} } } },
    }),
  'session/new': (id, { cwd }) => {
    const sessionId = `flood-${folders.size}`;
    folders.set(sessionId, cwd);
    void send({ id, result: { sessionId } });
  },
  'session/close': (id) => send({ id, result: {} }),
  'session/prompt': async (id, { sessionId, prompt }) => {
    const [name, scale = '1'] = prompt[0].text.split(' ');
    await floods[name]({ sessionId, scale: Number(scale), cwd: folders.get(sessionId) });
    await send({ id, result: { stopReason: 'end_turn' } });
  },
};

input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method !== undefined) {
    void answers[message.method]?.(message.id, message.params);
    return;
  }
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});
