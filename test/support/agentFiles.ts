import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionAirlock } from '#main/airlock/airlock';
import { openChanges, value } from './airlockHarness';

/** The agent writes a file where it works. */
export function put(session: SessionAirlock, path: string, content: string | Uint8Array): void {
  writeFileSync(join(session.cwd, path), content);
}

/** What is open to be decided, each as its kind and path. */
export function summary(session: SessionAirlock): readonly string[] {
  return openChanges(session)
    .map(({ change }) => `${change.kind} ${change.path}`)
    .sort();
}

/** Looks for what was written, and says what is open now. */
export async function scanned(session: SessionAirlock): Promise<readonly string[]> {
  value(await session.scan());
  return summary(session);
}
