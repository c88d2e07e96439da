import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  openChanges,
  value,
} from '#test/support/airlockHarness';

// Shows I3.

const NAMES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const NEWLINE = 10;

describe('killing the program while it writes a batch of decisions to the ledger', () => {
  it('carries out all of them or none', { timeout: 120_000 }, async () => {
    const harness = new AirlockHarness();
    const before = Object.fromEntries(NAMES.map((name) => [name, `old ${name}\n`]));
    const { path: project } = await harness.repository(before);
    const sessionId = newSessionId();
    const first = await harness.open(project, { sessionId });
    for (const name of NAMES) writeFileSync(join(first.cwd, name), `new ${name}\n`);
    value(await first.scan());
    await first.close();
    const folders = ['data', 'worktrees', 'project'];
    const kept = harness.folder.join('kept');
    for (const name of folders) cpSync(harness.folder.join(name), join(kept, name), COPY);

    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    const start = readFileSync(ledger).length;
    const deciding = await harness.open(project, { sessionId });
    await decideAll(deciding, 'accept');
    await deciding.close();
    const written = readFileSync(ledger);
    const ends = lineEnds(written, start).slice(0, NAMES.length);
    expect(lines(written.subarray(start, ends.at(-1)))).toEqual(NAMES.map(() => 'decision.made'));

    for (const end of ends) {
      for (const cut of [end - 1, end, end + 1]) {
        for (const name of folders) {
          rmSync(harness.folder.join(name), { recursive: true });
          cpSync(join(kept, name), harness.folder.join(name), COPY);
        }
        writeFileSync(ledger, written.subarray(0, cut));
        const again = await harness.open(project, { sessionId });
        const isWhole = cut >= (ends.at(-1) ?? 0);
        const word = isWhole ? 'new' : 'old';
        expect([cut, NAMES.map((name) => readFileSync(join(project, name), 'utf8'))]).toEqual([
          cut,
          NAMES.map((name) => `${word} ${name}\n`),
        ]);
        expect(openChanges(again)).toHaveLength(isWhole ? 0 : NAMES.length);
        // What was cut off is not in the way, and they can be decided again.
        if (!isWhole) await decideAll(again, 'accept');
        await again.close();
        const after = await harness.open(project, { sessionId });
        expect(openChanges(after)).toEqual([]);
        expect(after.recovered).toEqual([]);
        await after.close();
      }
    }
  });

  it('reads a ledger of an earlier version, which marked no batches', async () => {
    const harness = new AirlockHarness();
    const { path: project } = await harness.repository({ 'a.txt': 'old\n', 'b.txt': 'old\n' });
    const sessionId = newSessionId();
    const session = await harness.open(project, { sessionId });
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(session.cwd, name), 'new\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    await session.close();
    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    const unmarked = readFileSync(ledger, 'utf8').replaceAll('"more":true,', '');
    expect(unmarked.length).toBeLessThan(readFileSync(ledger).length);
    writeFileSync(ledger, unmarked);
    const again = await harness.open(project, { sessionId });
    expect(again.changes.all.map(({ status }) => status)).toEqual(['settled', 'settled']);
    expect(readFileSync(ledger, 'utf8').startsWith(unmarked)).toBe(true);
  });
});

const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;

/** Where the lines end that begin at or after an offset. */
function lineEnds(bytes: Buffer, start: number): number[] {
  const ends: number[] = [];
  for (let end = bytes.indexOf(NEWLINE, start); end !== -1; end = bytes.indexOf(NEWLINE, end + 1)) {
    ends.push(end + 1);
  }
  return ends;
}

function lines(bytes: Buffer): readonly string[] {
  const texts = bytes.toString('utf8').trimEnd().split('\n');
  return texts.map((line) => (JSON.parse(line) as { type: string }).type);
}
