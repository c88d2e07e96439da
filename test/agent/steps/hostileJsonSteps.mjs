const INVALID = Buffer.from([0xff, 0xfe, 0xc3, 0x28]);
const MARK = '<invalid>';

export const hostileJsonSteps = {
  // Built as text: JSON.stringify would not survive the depth that the client must.
  deepJson(scene, { depth }) {
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    return sendWithMeta(scene, nested);
  },

  wideJson(scene, { keys }) {
    const members = Array.from({ length: keys }, (_, index) => `"k${index}":${index}`);
    return sendWithMeta(scene, `{${members.join(',')}}`);
  },

  async protoKeys(scene) {
    const polluted = '{"polluted":true}';
    await sendWithMeta(scene, `{"__proto__":${polluted},"constructor":{"prototype":${polluted}}}`);
    for (const toolCallId of ['__proto__', 'constructor', 'toString']) {
      await scene.send({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId });
    }
  },

  async badUtf8(scene, { in: place }) {
    if (place === 'text') {
      const content = { type: 'text', text: `before ${MARK} after` };
      const update = { sessionUpdate: 'agent_message_chunk', content };
      const params = { sessionId: scene.sessionId, update };
      const message = { jsonrpc: '2.0', method: 'session/update', params };
      await scene.agent.output.line(withInvalidBytes(message));
      return;
    }
    const path = scene.path(place === 'path' ? `bad-${MARK}.txt` : 'bad.txt');
    const content = place === 'content' ? `before ${MARK} after` : 'text';
    await scene.request('fs/write_text_file', { path, content }, { encode: withInvalidBytes });
  },
};

function sendWithMeta({ agent, sessionId }, meta) {
  const content = { type: 'text', text: 'An update with an odd _meta.' };
  const update = { sessionUpdate: 'agent_message_chunk', content, _meta: MARK };
  const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } };
  return agent.output.line(JSON.stringify(message).replace(JSON.stringify(MARK), () => meta));
}

function withInvalidBytes(message) {
  const [head, tail] = JSON.stringify(message).split(MARK);
  return Buffer.concat([Buffer.from(head), INVALID, Buffer.from(tail)]);
}
