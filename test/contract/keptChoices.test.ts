import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { peerAgent } from '#test/support/peerAgent';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

interface Noted {
  readonly message?: { readonly method?: string; readonly params?: object };
}

it('Codex gets the mode that the user chose also after Airlock was closed', async () => {
  const folder = testFolder();
  const project = folder.folder('project');
  const agents = { peer: { ...peerAgent(folder, 'codex', 'app-server'), wire: 'codex' as const } };
  const start = () => TestEngine.start(folder.folder('data'), agents);
  const test = await start();
  const session = await test.create('peer', project, 'say');
  await session.turnEnded();
  await session.command({ type: 'mode.set', modeId: 'full-access' });
  await test.stop();

  const again = await (await start()).open(session.id);
  expect(again.state.head).toMatchObject({
    chosen: { mode: 'full-access' },
    modes: { current: 'full-access' },
  });
  await again.send('say');
  await again.until('two turns', ({ head }) => head.turn === null && head.turnCount === 2);
  expect(again.state.head.modes).toMatchObject({ current: 'full-access' });

  const received = readFileSync(folder.join('journal.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as Noted).message ?? []);
  const last = (method: string) => received.findLast((message) => message.method === method);
  expect(last('thread/resume')?.params).toMatchObject({ approvalPolicy: 'never' });
  expect(last('turn/start')?.params).toMatchObject({
    approvalPolicy: 'never',
    sandboxPolicy: { type: 'dangerFullAccess' },
  });
});
