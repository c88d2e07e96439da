import { readFileSync } from 'node:fs';
import type { Host } from '#main/host/host';
import type { SessionId } from '#shared/ids';
import { unwrap } from './testEngine';
import { testFolder } from './testFolder';

/** The content of the file after exporting a session. */
export async function exportedText(
  host: Host,
  id: SessionId,
  format: 'markdown' | 'ndjson',
): Promise<string> {
  const path = testFolder().join('exported');
  unwrap(await host.export(id, format, path));
  return readFileSync(path, 'utf8');
}
