import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionAirlock } from '#main/airlock/airlock';
import { openChanges, value } from './airlockHarness';

/** Writes a file as the agent, where the agent works. */
export function put(session: SessionAirlock, path: string, content: string | Uint8Array): void {
  writeFileSync(join(session.cwd, path), content);
}

/** The undecided changes, each as its kind and path. */
export function summary(session: SessionAirlock): readonly string[] {
  return openChanges(session)
    .map(({ change }) => `${change.kind} ${change.path}`)
    .sort();
}

/** Scans for written files, and returns the undecided changes. */
export async function scanned(session: SessionAirlock): Promise<readonly string[]> {
  value(await session.scan());
  return summary(session);
}
