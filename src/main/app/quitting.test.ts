import { describe, expect, it } from 'vitest';
import { type QuitAnswer, Quitting } from './quitting';

function quittingWith({ atWork, answer }: { atWork: number; answer: QuitAnswer }) {
  const seen = { atWork, asked: 0, quits: 0, waiting: [] as boolean[] };
  const settled = Promise.withResolvers<void>();
  const quitting = new Quitting({
    atWork: () => seen.atWork,
    ask: async () => {
      seen.asked++;
      return answer;
    },
    settled: () => settled.promise,
    quit: () => {
      if (quitting.mayQuit()) seen.quits++;
    },
    onDidChange: (isWaiting) => void seen.waiting.push(isWaiting),
  });
  return { quitting, seen, settle: settled.resolve };
}

/** Until everything that was promised has been done. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Quitting', () => {
  it('asks nothing while no agent works', () => {
    const { quitting, seen } = quittingWith({ atWork: 0, answer: 'cancel' });
    expect(quitting.mayQuit()).toBe(true);
    expect(seen.asked).toBe(0);
  });

  it('asks once, and stays if the user cancels', async () => {
    const { quitting, seen } = quittingWith({ atWork: 2, answer: 'cancel' });
    expect([quitting.mayQuit(), quitting.mayQuit()]).toEqual([false, false]);
    await turn();
    expect(seen).toMatchObject({ asked: 1, quits: 0, waiting: [] });
  });

  it('quits at once if the user says so', async () => {
    const { quitting, seen } = quittingWith({ atWork: 2, answer: 'now' });
    quitting.mayQuit();
    await turn();
    expect(seen).toMatchObject({ asked: 1, quits: 1 });
  });

  it('waits until the last agent is done and nothing that was queued follows', async () => {
    const { quitting, seen, settle } = quittingWith({ atWork: 2, answer: 'whenIdle' });
    quitting.mayQuit();
    await turn();
    expect(seen).toMatchObject({ quits: 0, waiting: [true] });
    seen.atWork = 0;
    quitting.update();
    seen.atWork = 1;
    settle();
    await turn();
    expect(seen.quits).toBe(0);
    seen.atWork = 0;
    quitting.update();
    await turn();
    expect(seen.quits).toBe(1);
  });

  it('runs on if the user changes their mind', async () => {
    const { quitting, seen, settle } = quittingWith({ atWork: 1, answer: 'whenIdle' });
    settle();
    quitting.mayQuit();
    await turn();
    quitting.answer('cancel');
    seen.atWork = 0;
    quitting.update();
    await turn();
    expect(seen).toMatchObject({ quits: 0, waiting: [true, false] });
  });

  it('asks again after quitting was cancelled', async () => {
    const { quitting, seen } = quittingWith({ atWork: 1, answer: 'now' });
    quitting.mayQuit();
    await turn();
    expect(seen.quits).toBe(1);
    quitting.answer('cancel');
    expect(quitting.mayQuit()).toBe(false);
  });
});
