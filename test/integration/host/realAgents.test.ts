import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchFolder as folder } from '#test/support/realAgent';
import { Stage } from '#test/support/stage';
import type { TestSession } from '#test/support/testEngine';

/**
 * Real agents, for whoever has them installed: AIRLOCK_REAL_AGENTS names a folder of programs, each
 * of which starts one agent on its standard streams (such as `opencode.sh` with the one line
 * `exec opencode acp`), logged in or pointed at a model of your own. Each is asked to write a file:
 *
 *     AIRLOCK_REAL_AGENTS=~/agents npm test -- integration test/integration/host/realAgents
 *
 * Agents are slow to start and may ask before they write; what they ask is allowed once.
 */
const programs =
  folder === undefined
    ? []
    : readdirSync(folder).filter((name) => name.endsWith('.sh') && name !== 'common.sh');
const PATIENCE = 120_000;

async function allowUntilTurnEnds(session: TestSession): Promise<void> {
  const isOver = () => session.state.head.turn === null && session.state.head.lastTurnEnd !== null;
  while (!isOver()) {
    await session.until(
      'a question, or the end',
      ({ head }) => isOver() || head.openRequests.length > 0 || head.connection.type === 'failed',
      PATIENCE,
    );
    expect(session.state.head.connection).toEqual({ type: 'ready' });
    if (session.state.head.openRequests.length > 0) await allowOnce(session);
  }
}

async function allowOnce(session: TestSession): Promise<void> {
  const question = await session.question();
  if (question.kind !== 'permission') return session.submit({ type: 'declined' });
  const { options } = question.question;
  const allow = options.find(({ kind }) => kind === 'allow_once') ?? options[0];
  await session.answer(allow?.id ?? '');
}

describe.skipIf(folder === undefined)('a real agent', () => {
  it.each(programs)(
    '%s writes a file, and resumes its conversation',
    async (program) => {
      const stage = await Stage.play(
        {},
        { settings: { real: { command: join(folder ?? '', program) } } },
      );
      const prompt = 'Write a file named hello-fake.txt with one line of greeting in it.';
      const session = await stage.session(prompt, 'real');
      await session.until('the agent', ({ head }) => head.connection.type !== 'starting', PATIENCE);
      await allowUntilTurnEnds(session);
      expect(session.state.head.lastTurnEnd).toBe('end_turn');
      expect(existsSync(join(session.state.head.cwd, 'hello-fake.txt'))).toBe(true);
      expect(session.entries('tool').length).toBeGreaterThan(0);
      expect(session.entries('unknown')).toEqual([]);

      const again = await stage.reopen(session.id);
      const before = again.transcript();
      await again.command({ type: 'agent.restart' });
      await again.until('the agent', ({ head }) => head.connection.type !== 'starting', PATIENCE);
      expect(again.state.head.continuity).toBe('holds');
      expect(again.transcript()).toEqual(before);
    },
    2 * PATIENCE,
  );
});
