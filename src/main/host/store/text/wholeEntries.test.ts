import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOG_FILE } from '#main/host/store/layout';
import type { EventLogOptions } from '#main/host/store/log/eventLog';
import { StoredSession } from '#main/host/store/storedSession';
import { ok } from '#shared/errors';
import type { MessageEntry } from '#shared/session/entries';
import type { Envelope, SessionEvent } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import { arbitraryLog } from '#test/support/arbitraryLog';
import { FaultyFile } from '#test/support/faultyFile';
import { foldAll } from '#test/support/foldAll';
import { propertyRuns } from '#test/support/propertyRuns';
import { created, SESSION, said, stamp } from '#test/support/sessionEvents';
import { testFolder } from '#test/support/testFolder';
import { UNREADABLE } from './restingText';

const tool = { type: 'tool.updated', toolCallId: 'call_1', title: 'Read' } as SessionEvent;
/** Two messages in pieces, a tool call in the midst of the first. */
const story: readonly SessionEvent[] = [
  created(),
  ...Array.from({ length: 40 }, (_, n) => said(`Sentence ${n}, “quoted” \\ and "so".\n`, 'msg_1')),
  tool,
  ...Array.from({ length: 40 }, (_, n) => said(`More of it, ${n} 😀. `.repeat(3), 'msg_1')),
  ...Array.from({ length: 40 }, (_, n) => said(`A thought, ${n}. `.repeat(3), 'msg_2', 'thought')),
];

async function open(folder: string, options?: EventLogOptions): Promise<StoredSession> {
  const session = await StoredSession.open(SESSION, folder, options);
  onTestFinished(async () => void (await session.close()));
  return session;
}

/** As the host's recorder does it. */
function record(session: StoredSession, ...events: readonly SessionEvent[]): void {
  const envelopes = stamp(events, session.state.head.seq + 1);
  session.append(envelopes);
  for (const envelope of envelopes) apply(session.state, envelope);
}

async function written(events: readonly SessionEvent[]): Promise<string> {
  const folder = testFolder().path;
  const session = await open(folder);
  record(session, ...events);
  await session.close();
  return folder;
}

async function textOf(session: StoredSession, index: number): Promise<string> {
  const state = await session.wholeState();
  if (!state.ok) throw new Error(state.error.message);
  const messages = [...state.value.entries.values()].filter(
    (entry): entry is MessageEntry => entry.kind === 'message',
  );
  return (messages[index]?.blocks ?? []).map((block) => 'text' in block && block.text).join('');
}

describe('a session whose long texts stay in its log', () => {
  it('holds none of them in memory, and returns all of them', async () => {
    const session = await open(await written(story));
    expect(JSON.stringify([...session.state.entries.values()])).not.toContain('Sentence');
    expect(await session.wholeState()).toEqual(ok(foldAll(SESSION, stamp(story))));
  });

  it('continues a message in the log, and reopens with both parts as one', async () => {
    const folder = await written(story);
    const more = [said('And then ', 'msg_1'), said('some.', 'msg_1')];
    const expected = ok(foldAll(SESSION, stamp([...story, ...more])));
    const session = await open(folder);
    record(session, ...more);
    expect(await session.wholeState()).toEqual(expected);
    await session.close();
    expect(await (await open(folder)).wholeState()).toEqual(expected);
  });

  it('leaves new long texts in the log as well', async () => {
    // More lines than lie between two points of the log's index.
    const before = [created(), ...Array.from({ length: 300 }, () => tool)];
    const session = await open(await written(before));
    const rested = () =>
      [...session.state.entries.values()].map(
        (entry) => entry.kind === 'message' && entry.blocks.map(({ type }) => type),
      );
    record(session, ...story.slice(1));
    expect(await session.settleTexts()).toEqual(ok());
    expect(rested()).toEqual([false, ['resting', 'resting'], ['resting']]);
    // What is said meanwhile keeps its place behind.
    record(session, said('On. '.repeat(200), 'msg_3'), said('More.', 'msg_1'));
    const settling = session.settleTexts();
    record(session, said('And on.', 'msg_3'));
    expect(await settling).toEqual(ok());
    expect(rested().slice(1)).toEqual([['resting', 'resting', 'text'], ['resting'], ['text']]);
    const all = [...before, ...story.slice(1)];
    const later = [said('On. '.repeat(200), 'msg_3'), said('More.', 'msg_1')];
    const events = stamp([...all, ...later, said('And on.', 'msg_3')]);
    expect(await session.wholeState()).toEqual(ok(foldAll(SESSION, events)));
  });

  it('gives the same result whenever it was opened', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog, fc.array(fc.nat(), { maxLength: 3 }), async (events, cuts) => {
        const folder = testFolder().path;
        const ends = cuts.map((cut) => cut % events.length).sort((a, b) => a - b);
        let session = await StoredSession.open(SESSION, folder);
        for (const [index, end] of [...ends, events.length].entries()) {
          const { seq } = session.state.head;
          const part = events.slice(seq, end);
          session.append(part);
          for (const event of part) apply(session.state, event);
          expect(await session.settleTexts()).toEqual(ok());
          const logged = JSON.parse(JSON.stringify(events.slice(0, end))) as Envelope[];
          expect(await session.wholeState()).toEqual(ok(foldAll(SESSION, logged)));
          if (index % 2 === 0) continue;
          await session.close();
          session = await StoredSession.open(SESSION, folder);
        }
        await session.close();
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('returns the state from after its text was read, not before', async () => {
    const session = await open(await written(story));
    const reading = session.wholeState();
    record(session, said('Meanwhile.', 'msg_2', 'thought'), tool);
    const state = await reading;
    expect(state).toEqual(
      ok(foldAll(SESSION, stamp([...story, said('Meanwhile.', 'msg_2', 'thought'), tool]))),
    );
  });

  it('reports a text that was damaged after it was opened', async () => {
    const folder = await written(story);
    const session = await open(folder);
    const path = join(folder, LOG_FILE);
    const log = await readFile(path);
    log.fill(0, log.indexOf('Sentence 7'), log.indexOf('Sentence 7') + 4);
    await writeFile(path, log);
    const text = await textOf(session, 0);
    expect(text).toContain(`Sentence 6, “quoted” \\ and "so".\n${UNREADABLE}Sentence 8`);
    expect(text).toContain('More of it, 39');
    expect(text.split(UNREADABLE)).toHaveLength(2);
  });

  it('reports a text whose end is missing', async () => {
    const folder = await written(story);
    const session = await open(folder);
    const path = join(folder, LOG_FILE);
    const log = await readFile(path);
    await writeFile(path, log.subarray(0, log.indexOf('A thought, 20')));
    const text = await textOf(session, 1);
    expect(text).toContain('A thought, 19');
    expect(text.endsWith(UNREADABLE)).toBe(true);
  });

  it('reports that the disk cannot be read', async () => {
    const disks: FaultyFile[] = [];
    const openFile = async (path: string) => {
      const disk = await FaultyFile.open(path);
      disks.push(disk);
      return disk;
    };
    const session = await open(await written(story), { openFile });
    for (const disk of disks) disk.failRead = true;
    expect(await session.wholeState()).toMatchObject({
      ok: false,
      error: { code: 'io', message: 'The text of this session cannot be read from the disk.' },
    });
  });
});
