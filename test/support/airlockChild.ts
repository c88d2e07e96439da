import { randomBytes } from 'node:crypto';
import { Airlock } from '#main/airlock/airlock';
import { createIdSource, type SessionId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';
import { wantsHunk } from './airlockVerdicts';

/**
 * Decides hunk after hunk until it is killed, and prints each decision that was confirmed. With
 * every other seed it decides one hunk of every file at once, as "Accept all" does with many files.
 */
const [data = '', worktrees = '', project = '', sessionId = '', seed = ''] = process.argv.slice(2);
const ids = createIdSource(() => randomBytes(9).toString('base64url'));
const airlock = new Airlock({ data, worktrees, ids, logger: new MemoryLogger() });
const opened = await airlock.openSession({
  sessionId: sessionId as SessionId,
  project,
  isolation: 'isolated',
});
if (!opened.ok) throw new Error(opened.error.message);
const session = opened.value;
process.stdout.write('ready\n');
for (;;) {
  const open = session.changes.all
    .filter(({ status }) => status === 'open')
    .flatMap(({ change, hunks }) =>
      hunks
        .filter(({ outcome }) => outcome.state === 'pending')
        .map(({ hunk }) => ({ change, hunk, key: order(`${seed}${change.path}${hunk.id}`) })),
    )
    .sort((left, right) => left.key - right.key);
  if (open.length === 0) break;
  const firstOfEach = [...Map.groupBy(open, ({ change }) => change.changeId).values()].flatMap(
    ([first]) => first ?? [],
  );
  const next = Number(seed) % 2 === 0 ? open.slice(0, 1) : firstOfEach;
  const results = await session.changes.decide(
    next.map(({ change, hunk }) => {
      const verdict = wantsHunk(change.path, hunk.id) ? 'accept' : 'reject';
      return { changeId: change.changeId, hunks: [{ hunkId: hunk.id, verdict }] };
    }),
  );
  for (const result of results) {
    if (!result.ok) throw new Error(result.error.message);
    process.stdout.write(`${result.value.decisionId}\n`);
  }
}
await session.close();
process.stdout.write('done\n');

function order(text: string): number {
  let hash = 7;
  for (const sign of text) hash = Math.imul(hash ^ sign.charCodeAt(0), 16777619);
  return hash;
}
