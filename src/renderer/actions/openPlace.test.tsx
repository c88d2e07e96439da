import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { createState } from '#shared/session/fold';
import { summarise } from '#shared/session/summary';
import { exampleChange } from '#test/window/exampleChange';
import { bridge } from '#test/window/setup';
import { revealStore } from '#window/state/layout/reveal';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { openPlace } from './openPlace';

const session = 'ses_1' as SessionId;

/** Where it leads: the review, or the editor. */
async function opened(path: string, line: number | null = null) {
  await openPlace(session, path, line);
  const { pending } = revealStore.getState();
  revealStore.setState({ pending: null });
  return pending?.target ?? bridge.inputs('changes.openFile').at(-1);
}

describe('a place in a file', () => {
  beforeEach(() => {
    const summary = summarise(createState(session).head);
    const place = { ...summary, cwd: '/copies/1', project: '/home/me/shop' };
    sessionsStore.setState({ sessions: new Map([[session, place]]) });
    const changes = [
      exampleChange({ path: 'src/cart.js' }),
      exampleChange({ path: 'src/done.js', states: ['accepted'] }),
    ];
    bridge.answer('changes.list', () => ({ changes }) as unknown as ChangesSnapshot);
  });

  it.each(['src/cart.js', './src/cart.js', '/copies/1/src/cart.js', '/home/me/shop/src/cart.js'])(
    'is shown in the review while its file is undecided: %s',
    async (path) => {
      const place = { path: 'src/cart.js', line: 4 };
      expect(await opened(path, 4)).toEqual({ type: 'changes', place });
    },
  );

  it('is found from a folder below the repository’s root, if only one file can be meant', async () => {
    expect(await opened('cart.js')).toMatchObject({ place: { path: 'src/cart.js' } });
  });

  it.each(['src/done.js', 'src/other.js'])(
    'is opened in the editor if it is decided or not changed: %s',
    async (path) => {
      expect(await opened(path, 2)).toEqual({ sessionId: session, path, line: 2 });
    },
  );
});
