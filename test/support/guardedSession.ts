import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { GuardedVerdict } from '#shared/airlock/guardedChange';
import { newTurnId, value } from './airlockHarness';

export function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Runs a turn in which the agent does this work. */
export async function turn(session: SessionAirlock, work: () => unknown): Promise<void> {
  const turnId = newTurnId();
  value(await session.checkpoint(turnId));
  await work();
  value(await session.scan());
  value(await session.endTurn(turnId));
}

/** The changes outside the tree, such as `changed repository:config`. */
export function shown(session: SessionAirlock): readonly string[] {
  return session.changes.guarded.changes.map(({ id, state }) => `${state} ${id}`).sort();
}

/** Applies the same verdict to all of them. */
export async function settle(session: SessionAirlock, verdict: GuardedVerdict): Promise<void> {
  const ids = session.changes.guarded.changes.map(({ id }) => id);
  value(await session.changes.settleGuarded(ids, verdict));
}
