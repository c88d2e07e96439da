import { redactTokens } from '#main/base/redact';
import { secretValues } from '#main/base/secretValues';
import { ok, type Result } from '#shared/errors';
import type { BlobHash } from '#shared/ids';
import { bodiesIn, exportMarkdown } from '#shared/session/exportMarkdown';
import { exportLog } from './store/exportLog';
import type { StoredSession } from './store/storedSession';

export interface SessionExport {
  /** A file name without its extension. */
  readonly name: string;
  readonly text: string;
}

/** A session to take away: as people read it, or as it stands in the log with its blobs put back. */
export async function exportSession(
  stored: StoredSession,
  format: 'markdown' | 'ndjson',
): Promise<Result<SessionExport>> {
  const name = fileName(stored.state.head.title) || stored.state.head.id;
  const text = format === 'markdown' ? await markdown(stored) : ok(await lines(stored));
  // It leaves this machine: logs of earlier versions may hold what is not written any more.
  return text.ok ? ok({ name, text: redactTokens(secretValues.redact(text.value)) }) : text;
}

async function markdown(stored: StoredSession): Promise<Result<string>> {
  const state = await stored.wholeState();
  if (!state.ok) return state;
  const bodies = new Map<BlobHash, string>();
  for (const { blob } of bodiesIn(state.value)) {
    const body = await stored.blobs.get(blob);
    if (body) bodies.set(blob, body.toString('utf8'));
  }
  return ok(exportMarkdown(state.value, bodies));
}

async function lines({ log, blobs }: StoredSession): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of exportLog(log, blobs)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function fileName(title: string): string {
  return title
    .replace(/[^\p{Letter}\p{Number} ._-]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
