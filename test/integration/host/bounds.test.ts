import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PART_CHARACTERS, WAITING_PARTS } from '#main/host/limits';
import { snapshotOf } from '#main/ipc/sessionPages';
import type { KeptState } from '#shared/session/state';
import type { Json } from '../../agent/step';
import { Stage } from '../../support/stage';
import { unwrap } from '../../support/testEngine';

// Shows I21.

const never = 600_000;

function reads(path: string, times: number) {
  const params: Json = { sessionId: '{{sessionId}}', path };
  return { request: { method: 'fs/read_text_file', params, times, onError: [] } };
}

describe('requests of an agent [fs/read_text_file]', () => {
  it.each([
    ['a name that is too long', `{{cwd}}/${'n'.repeat(300)}`],
    ['a path that is too long', `{{cwd}}/${'d/'.repeat(4_000)}file`],
    ['a path through a file', `{{cwd}}/README.md/${'d/'.repeat(100)}`],
    ['a lone surrogate', '{{cwd}}/\ud800'],
    ['no character', '{{cwd}}/\0'],
  ])('are all answered: %s', async (_, path) => {
    const stage = await Stage.play({ turns: [[reads(path, 200), { say: 'After.' }]] });
    const session = await stage.session('Go');
    await session.turnEnded(60_000);
    expect(session.transcript().at(-1)).toBe('agent: After.');
    expect(stage.answers('fs/read_text_file')).toHaveLength(200);
  });
});

describe('quitting', () => {
  it('does not wait for an agent that does not exit, and loses nothing of the log', async () => {
    const ladder = {
      inputMilliseconds: never,
      terminateMilliseconds: never,
      killMilliseconds: never,
      pollMilliseconds: 10,
    };
    const stage = await Stage.play('hostile-stubborn', {
      timings: { closeMilliseconds: never, ladder },
    });
    const session = await stage.session('Go');
    await session.until('the first words', () => session.transcript().length > 1);
    await stage.engine.stop();
    // What only waited outside for a program that the kernel ended goes a moment later.
    await stage.quiet();
    const log = readFileSync(
      stage.folder.join('data', 'sessions', session.id, 'log.ndjson'),
      'utf8',
    );
    const types = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types).toContain('turn.ended');
    expect(types.at(-1)).toBe('agent.detached');
  });
});

describe('an agent’s output in one turn [session/update]', () => {
  it('is not held in memory, continues in further entries, and is complete in the log', async () => {
    const piece = 'All work and no play. '.repeat(2_000);
    const steps = Array.from({ length: 120 }, (_, index) => ({ say: `${index} ${piece}` }));
    const stage = await Stage.play({ turns: [steps] });
    const session = await stage.session('Go');
    let most = 0;
    const { host } = stage.engine.engine;
    const listening = host.onDidAppend(() => {
      most = Math.max(most, charactersHeld(session.state));
    });
    await session.turnEnded(60_000);
    await host.drain();
    listening.dispose();
    const whole = (await session.wholeTranscript()).filter((line) => line.startsWith('agent: '));
    expect(whole.length).toBeGreaterThan(4);
    const said = whole.map((line) => line.slice('agent: '.length)).join('');
    expect(said).toBe(steps.map(({ say }) => say).join(''));
    expect(charactersHeld(session.state)).toBeLessThan(PART_CHARACTERS);
    expect(most).toBeLessThan((WAITING_PARTS + 3) * PART_CHARACTERS);
    const opened = unwrap(await host.open(session.id));
    const { entries } = unwrap(await snapshotOf(opened));
    expect(JSON.stringify(entries).length).toBeLessThan(6 * PART_CHARACTERS);
  });
});

function charactersHeld({ entries }: KeptState): number {
  let held = 0;
  for (const entry of entries.values()) {
    if (entry.kind !== 'message') continue;
    for (const block of entry.blocks) if (block.type === 'text') held += block.text.length;
  }
  return held;
}
