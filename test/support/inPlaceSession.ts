import type { SessionAirlock } from '#main/airlock/airlock';
import type { TurnId } from '#shared/ids';
import {
  type Files,
  newTurnId,
  openChanges,
  prepareSession,
  value,
  verdictOn,
} from './airlockHarness';

/** Starts a session in a separate repository, which can be opened again. */
export async function startInPlace(files: Files) {
  const prepared = await prepareSession(files, { isolation: 'in-place' });
  return { ...prepared, session: await prepared.open() };
}

/** Runs a turn in which the work is the agent's. */
export async function turn(session: SessionAirlock, work: () => void): Promise<TurnId> {
  const turnId = newTurnId();
  value(await session.checkpoint(turnId));
  work();
  value(await session.endTurn(turnId));
  return turnId;
}

/**
 * Repeats until nothing is left to reject, because a rejected change may return in another form.
 */
export async function rejectAll(session: SessionAirlock): Promise<void> {
  for (let round = 0; round < 4; round++) {
    value(await session.scan());
    const open = openChanges(session);
    if (open.length === 0) return;
    await session.changes.decide(
      open.map((view) => ({ ...verdictOn(view, 'reject'), acknowledgesRisk: true })),
    );
  }
}
