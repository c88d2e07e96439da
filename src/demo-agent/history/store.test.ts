import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/demoAgent/testClient';
import { initialSettings } from '../session/settings';
import type { HistoryRecord } from './record';
import { HistoryStore, type SessionMeta } from './store';

const meta = (sessionId: string, updatedAt = '2026-01-01T00:00:00.000Z'): SessionMeta => ({
  sessionId,
  cwd: '/project',
  additionalDirectories: [],
  updatedAt,
  used: 0,
  settings: initialSettings,
});

const turn = (text: string): HistoryRecord[] => [
  { kind: 'prompt', at: 'now', messageId: 'm', content: [{ type: 'text', text }] },
  {
    kind: 'turn',
    at: 'now',
    summary: { prompt: text.slice(0, 10), deeds: [], stopReason: 'end_turn' },
  },
];

describe('HistoryStore', () => {
  test('lists the newest first, and skips damaged ones', async () => {
    const home = await temporaryFolder({
      'sessions/broken.json': '{"sessionId":',
      'sessions/other.txt': 'x',
    });
    const store = new HistoryStore(home);
    await store.saveMeta(meta('old'));
    await store.saveMeta(meta('new', '2026-02-01T00:00:00.000Z'));
    expect((await store.list()).map((each) => each.sessionId)).toEqual(['new', 'old']);
    expect(await store.readMeta('broken')).toBeUndefined();
  });

  test('unknown settings fall back to their defaults one by one', async () => {
    const home = await temporaryFolder();
    const store = new HistoryStore(home);
    await store.saveMeta(meta('a'));
    const path = join(home, 'sessions', 'a.json');
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace('"ask"', '"turbo"').replace('"steady"', '"instant"'),
    );
    expect((await store.readMeta('a'))?.settings).toEqual({ ...initialSettings, pace: 'instant' });
  });

  test('a transcript that grows too big loses its oldest turns', async () => {
    const home = await temporaryFolder();
    const store = new HistoryStore(home);
    const big = 'x'.repeat(1024 * 1024);
    for (let at = 0; at < 12; at += 1) await store.append('a', turn(`${at} ${big}`));
    await store.trim('a');
    expect((await stat(join(home, 'sessions', 'a.jsonl'))).size).toBeLessThan(5 * 1024 * 1024);
    const { records, damagedLines } = await store.readTranscript('a');
    expect(damagedLines).toBe(0);
    expect(records[0]?.kind).toBe('prompt');
    expect(records.at(-1)).toMatchObject({
      kind: 'turn',
      summary: { prompt: expect.stringMatching(/^11 /) },
    });
  });

  test.each(['../x', 'a/b', '', 'x'.repeat(200)])(
    'the id %j is not used as a file name',
    async (id) => {
      const store = new HistoryStore(await temporaryFolder());
      expect(await store.readMeta(id)).toBeUndefined();
      await store.remove(id);
      await expect(store.append(id, turn('x'))).rejects.toThrow('Not a session id');
    },
  );
});
