const MEBIBYTE = 1024 * 1024;
const GARBAGE_PER_WRITE = 1000;

export const wireSteps = {
  framing({ agent }, framing) {
    agent.output.framing = { ...agent.output.framing, ...framing };
  },

  async garbage({ agent }, { lines, count = 0 }) {
    for (const line of lines ?? []) await agent.output.line(line);
    for (let sent = 0; sent < count; sent += GARBAGE_PER_WRITE) {
      const length = Math.min(GARBAGE_PER_WRITE, count - sent);
      const block = Array.from({ length }, (_, index) => `[debug] line ${sent + index}\n`);
      await agent.output.bytes(Buffer.from(block.join('')));
    }
  },

  rawLine: ({ agent }, text) => agent.output.line(String(text)),

  halfLine(scene, { text = 'Cut in two.', until }) {
    const { output, gates } = scene.agent;
    const line = Buffer.from(`${messageLine(scene, text)}\n`);
    const half = Math.floor(line.length / 2);
    return output.pieces(
      (async function* () {
        yield line.subarray(0, half);
        if (until === undefined) return;
        await gates.opened(until);
        yield line.subarray(half);
      })(),
    );
  },

  bigLine(scene, { bytes, garbage = false }) {
    const [head, tail] = garbage ? ['', ''] : messageLine(scene, '\0').split('\\u0000');
    return scene.agent.output.pieces(filled(head, bytes - head.length - tail.length, tail));
  },

  async flood(scene, { count, kinds = ['say'], bytes = 32 }) {
    const text = 'word '.repeat(Math.ceil(bytes / 5)).slice(0, bytes);
    for (let index = 0; index < count; index += 1) {
      scene.signal?.throwIfAborted();
      await scene.send(floods[kinds[index % kinds.length]](index, text));
    }
  },
};

function* filled(head, count, tail) {
  yield Buffer.from(head);
  for (let sent = 0; sent < count; sent += MEBIBYTE) {
    yield Buffer.alloc(Math.min(MEBIBYTE, count - sent), 'x');
  }
  yield Buffer.from(`${tail}\n`);
}

const floods = {
  say: (_, text) => chunk('agent_message_chunk', text),
  think: (_, text) => chunk('agent_thought_chunk', text),
  tool: (index, text) => ({
    sessionUpdate: 'tool_call',
    toolCallId: `flood-${index}`,
    title: text,
    kind: 'other',
    status: 'in_progress',
  }),
  toolUpdate: (index, text) => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'flood',
    title: `${index} ${text}`,
    status: 'in_progress',
  }),
  toolBody: (index, text) => ({
    sessionUpdate: 'tool_call',
    toolCallId: `flood-${index}`,
    title: `Tool ${index}`,
    status: 'in_progress',
    content: [{ type: 'content', content: { type: 'text', text } }],
  }),
  rawOutput: (index, text) => ({
    sessionUpdate: 'tool_call',
    toolCallId: `flood-${index}`,
    title: `Tool ${index}`,
    status: 'completed',
    rawInput: { text },
    rawOutput: { text },
  }),
  commands: (index, text) => ({
    sessionUpdate: 'available_commands_update',
    availableCommands: Array.from({ length: Math.ceil(text.length / 64) }, (_, number) => ({
      name: `command-${index}-${number}`,
      description: text.slice(0, 64),
    })),
  }),
  title: (index, text) => ({ sessionUpdate: 'session_info_update', title: `${index} ${text}` }),
  plan: (index, text) => ({
    sessionUpdate: 'plan',
    entries: [{ content: `${index} ${text}`, priority: 'medium', status: 'pending' }],
  }),
  unknown: (index, text) => ({ sessionUpdate: 'from_the_future', index, text }),
};

function chunk(sessionUpdate, text) {
  return { sessionUpdate, content: { type: 'text', text } };
}

function messageLine({ sessionId }, text) {
  const update = chunk('agent_message_chunk', text);
  return JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId, update },
  });
}
