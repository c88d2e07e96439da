import { pause } from '../pause.mjs';

export const talkSteps = {
  say: (scene, speech) => speak(scene, 'agent_message_chunk', speech),
  think: (scene, speech) => speak(scene, 'agent_thought_chunk', speech),
  user: (scene, speech) => speak(scene, 'user_message_chunk', speech),

  async echo(scene, { messageId }) {
    for (const content of scene.exchange.params.prompt ?? []) {
      await scene.update({ sessionUpdate: 'agent_message_chunk', content, messageId });
    }
  },
};

async function speak(scene, sessionUpdate, speech) {
  const {
    text,
    chunks = 1,
    messageId,
    everyMilliseconds,
  } = typeof speech === 'string' ? { text: speech } : speech;
  for (const piece of pieces(text, chunks)) {
    if (everyMilliseconds) await pause(everyMilliseconds, scene.signal);
    scene.signal?.throwIfAborted();
    await scene.update({ sessionUpdate, content: { type: 'text', text: piece }, messageId });
  }
}

/** Cuts between characters, never inside one. */
function pieces(text, count) {
  if (count <= 1) return [text];
  const characters = [...text];
  const length = Math.max(1, Math.ceil(characters.length / count));
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}
