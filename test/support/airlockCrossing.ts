import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionAirlock } from '#main/airlock/airlock';
import { type Files, openChange, value, verdictOn } from '#test/support/airlockHarness';

export async function agentWrites(session: SessionAirlock, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(session.cwd, path, '..'), { recursive: true });
    writeFileSync(join(session.cwd, path), content);
  }
  value(await session.scan());
}

export async function accept(session: SessionAirlock, path: string, only?: readonly number[]) {
  const [result] = await session.changes.decide([
    verdictOn(openChange(session, path), 'accept', only),
  ]);
  if (result === undefined) throw new Error('No result.');
  return result;
}
