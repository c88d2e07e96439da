import { expect, it } from 'vitest';
import { pageOf, snapshotOf } from '#main/ipc/sessionPages';
import type { Entry } from '#shared/session/entries';
import { exportedText } from '#test/support/exportedText';
import { Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';

const REPLY = Array.from({ length: 30 }, (_, index) => `${index}: ${'word '.repeat(60)}`);

function textOf(entry: Entry | undefined): string {
  if (entry?.kind !== 'message') throw new Error('This is no message.');
  return entry.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('');
}

it('a long reply of an earlier run is complete in a window, page by page, and in an export', async () => {
  const steps = REPLY.flatMap((text, index) => [
    { say: text },
    ...(index % 10 === 9
      ? [{ tool: { id: `tool-${index}`, title: `Tool ${index}`, status: 'completed' as const } }]
      : []),
  ]);
  const stage = await Stage.play({ stateFile: 'state.json', turns: [steps, [{ echo: true }]] });
  const first = await stage.session('Talk');
  await first.turnEnded();
  await stage.engine.engine.host.drain();
  expect(JSON.stringify([...first.state.entries.values()])).not.toContain(REPLY[0]);
  const before = await first.wholeTranscript();
  const { id } = first;
  await stage.restart();
  const { host } = stage.engine.engine;
  const session = unwrap(await host.open(id));
  expect(JSON.stringify([...session.live.state.entries.values()])).not.toContain(REPLY[0]);

  expect(await (await stage.engine.open(id)).wholeTranscript()).toEqual(before);
  const snapshot = unwrap(await snapshotOf(session));
  const said = snapshot.entries.filter(
    (entry) => entry.kind === 'message' && entry.role === 'agent',
  );
  expect(said.map(textOf).join('')).toBe(REPLY.join(''));
  const page = unwrap(await pageOf(session, said.map(({ id }) => id).reverse()));
  const entries = [...said].reverse();
  expect(page).toEqual({ seq: snapshot.head.seq, entries, isCut: false });
  const text = await exportedText(host, id, 'markdown');
  for (const piece of REPLY) expect(text).toContain(piece.trim());

  // The agent takes the conversation up again, and what rests does not keep it from being known.
  const again = await stage.engine.open(id);
  await again.send('Go on');
  await again.until('the answer', () => again.transcript().at(-1) === 'agent: Go on');
  expect(again.state.head.continuity).toBe('resumed');
  const after = unwrap(await snapshotOf(unwrap(await host.open(id))));
  expect(after.entries.slice(0, snapshot.entries.length)).toEqual(snapshot.entries);
});
