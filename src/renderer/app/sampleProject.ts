import { AppException } from '#shared/errors';
import { call } from '../ipc/client';
import { setCurrentFolder } from '../state/folderStore';
import { goToSession } from '../state/reveal';

/** One to look at, and one that asks before it mends the sample's mistake. */
const prompts = [
  'find TODO',
  'replace "item.price + item.quantity" with "item.price * item.quantity" in src/cart.js',
];

/** A first look without any set-up: a small project, and two sessions of our own agent at work on it. */
export async function trySampleProject(): Promise<void> {
  const [{ folder }, agents] = await Promise.all([
    call('app.sampleProject', null),
    call('agents.list', null),
  ]);
  const agent = agents.find(({ builtIn }) => builtIn);
  if (agent === undefined) {
    throw new AppException({ code: 'not-found', message: 'The built-in agent is switched off.' });
  }
  setCurrentFolder(folder);
  const started = await Promise.all(
    prompts.map((text) =>
      call('sessions.create', {
        agentId: agent.id,
        folder,
        isolation: 'isolated',
        prompt: [{ type: 'text', text }],
        continues: null,
      }),
    ),
  );
  for (const { sessionId } of started) goToSession(sessionId, 'tile');
}
