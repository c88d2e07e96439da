import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WorkTask } from '#main/base/longWorks';
import { REDACTED, secretValues } from '#main/base/secrets/secretValues';
import type { Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { markdownPieces, sourceOf } from '#shared/session/export/exportMarkdown';
import { apply } from '#shared/session/fold';
import { piecesOf, wholeText } from '#shared/text/textPieces';
import { FaultyFile } from '#test/support/faultyFile';
import { liveBytes } from '#test/support/liveBytes';
import { created, said, stamp } from '#test/support/sessionEvents';
import { testFolder } from '#test/support/testFolder';
import { type ExportFormat, saveSession } from './sessionExport';
import { SessionStore } from './store/sessionStore';
import type { StoredSession } from './store/storedSession';
import { resolveBody } from './store/storedSession';

// Shows I21.

const MEBIBYTE = 1024 * 1024;
const id = 'ses_export0001' as SessionId;
const formats: readonly ExportFormat[] = ['markdown', 'ndjson'];
const never = new AbortController().signal;

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function session(...events: readonly SessionEvent[]) {
  const files: FaultyFile[] = [];
  const store = await SessionStore.open(testFolder().path, {
    openFile: async (path) => {
      const file = await FaultyFile.open(path);
      files.push(file);
      return file;
    },
  });
  onTestFinished(() => store.dispose());
  const stored = value(await store.create(id));
  for (const event of [created(), ...events]) add(stored, event);
  await stored.sync();
  value(await stored.settleTexts());
  return { stored, files };
}

function add(stored: StoredSession, event: SessionEvent): void {
  const envelopes = stamp([stored.externalise(event)], stored.state.head.seq + 1);
  stored.append(envelopes);
  for (const envelope of envelopes) apply(stored.state, envelope);
}

function showed(number: number, output: string): EventOf<'tool.updated'> {
  return { type: 'tool.updated', toolCallId: `c${number}`, title: 'Read', output } as never;
}

const words = 'A line, and "quotes" in it, and ```.\n';
const story = [
  ...Array.from({ length: 40 }, (_, index) => said(words.repeat(900), `m${index}`)),
  said(words.repeat(2_000), 'thought', 'thought'),
  showed(1, words.repeat(90_000)),
  showed(2, `\u001b[31m${'x'.repeat(200_000)}\u001b[0m é 💡 \r\nend`),
  said('The last words.', 'last'),
];

describe('an export', () => {
  it('has everything as Markdown, like an export made in one piece', async () => {
    const { stored } = await session(...story);
    const path = testFolder().join('it.md');
    value(await saveSession(stored, 'markdown', path, never));
    const state = value(await stored.wholeState());
    const source = sourceOf(state, async (body) => {
      const text = await resolveBody(body, stored.blobs);
      return text === null ? null : () => piecesOf(text);
    });
    const whole = await wholeText(markdownPieces(source));
    expect((await readFile(path, 'utf8')) === whole).toBe(true);
    expect(whole).toContain('The last words.');
  });

  it('has everything as lines, including the long bodies', async () => {
    const { stored } = await session(...story);
    const path = testFolder().join('it.ndjson');
    value(await saveSession(stored, 'ndjson', path, never));
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const events = stamp([created(), ...story]).map((event) => JSON.stringify(event));
    expect(lines.length).toBe(events.length);
    expect(lines.every((line, index) => line === events[index])).toBe(true);
  });

  it.each(formats)('as %s contains no secret, wherever it is cut', async (format) => {
    const secret = 'Qz7-vw"Xk92+Lm/40pR';
    const lines = Array.from(
      { length: 4_000 },
      (_, index) => `${'y'.repeat(index % 97)} ${secret}`,
    );
    const { stored } = await session(showed(1, lines.join(' ')), said(lines.join('\n')));
    const known = secretValues.add([secret]);
    onTestFinished(() => known.dispose());
    const path = testFolder().join('it');
    value(await saveSession(stored, format, path, never));
    const text = await readFile(path, 'utf8');
    expect(text.split(REDACTED).length).toBe(8_001);
    expect(text).not.toContain('Qz7-vw');
  });

  it.each(formats)(
    'as %s reports that the disk cannot be read, and leaves no partial file',
    async (format) => {
      const { stored, files } = await session(...story);
      const folder = testFolder();
      const path = folder.join('it');
      await writeFile(path, 'before');
      for (const file of files) file.failRead = true;
      expect(await saveSession(stored, format, path, never)).toMatchObject({
        ok: false,
        error: {
          code: 'io',
          message: expect.stringMatching(/^The session was not exported\. .*read/),
        },
      });
      expect(await readFile(path, 'utf8')).toBe('before');
      expect(await readdir(folder.path)).toEqual(['it']);
    },
  );

  it.each(formats)('as %s is cancelled when the program ends', async (format) => {
    const { stored } = await session(...story);
    const folder = testFolder();
    const ending = new AbortController();
    const saving = saveSession(stored, format, folder.join('it'), ending.signal);
    ending.abort();
    expect(await saving).toMatchObject({ ok: false });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it.each(formats)(
    'as %s says how far it is, and leaves no file if the user cancels it',
    async (format) => {
      const { stored } = await session(...story);
      const folder = testFolder();
      const cancelling = new AbortController();
      const reports: unknown[] = [];
      const task: WorkTask = {
        signal: cancelling.signal,
        report: (...report) => {
          reports.push(report);
          cancelling.abort();
        },
      };
      expect(await saveSession(stored, format, folder.join('it'), never, task)).toMatchObject({
        ok: false,
        error: { code: 'cancelled', message: 'You cancelled the export.' },
      });
      expect(reports[0]).toEqual([expect.any(String), 0, expect.any(Number)]);
      expect(await readdir(folder.path)).toEqual([]);
    },
  );

  it('reports that the folder does not exist', async () => {
    const { stored } = await session(said('Hi'));
    const path = testFolder().join('none', 'it');
    expect(await saveSession(stored, 'markdown', path, never)).toMatchObject({
      ok: false,
      error: { message: 'The session was not exported. The folder does not exist.' },
    });
  });

  it.each(formats)('as %s does not hold in memory what is already written', async (format) => {
    const body = 'All work and no play makes Jack a dull boy.\n'.repeat(60_000);
    const { stored } = await session();
    for (let index = 0; index < 4; index++) {
      add(stored, showed(index, `${index} ${body}`));
      await stored.sync();
    }
    const before = liveBytes();
    let most = 0;
    let looks = 0;
    const { blobs } = stored;
    const textOf = blobs.text.bind(blobs);
    vi.spyOn(blobs, 'text').mockImplementation((hash) => {
      looks++;
      most = Math.max(most, liveBytes() - before);
      return textOf(hash);
    });
    value(await saveSession(stored, format, testFolder().join('it'), never));
    expect(looks).toBe(4);
    expect(most).toBeLessThan(4 * MEBIBYTE);
  });
});
