import type { SessionAirlock } from '#main/airlock/airlock';
import type { TurnId } from '#shared/ids';
import {
  AirlockHarness,
  type Files,
  newSessionId,
  newTurnId,
  openChanges,
  value,
  verdictOn,
} from './airlockHarness';

/** A session in a repository of its own, which can be opened again. */
export async function startInPlace(files: Files) {
  const harness = new AirlockHarness();
  const repository = await harness.repository(files);
  const sessionId = newSessionId();
  const open = () => harness.open(repository.path, { sessionId, isolation: 'in-place' });
  return { harness, repository, open, session: await open() };
}

/** What happens in it is the agent's work. */
export async function turn(session: SessionAirlock, work: () => void): Promise<TurnId> {
  const turnId = newTurnId();
  value(await session.checkpoint(turnId));
  work();
  value(await session.endTurn(turnId));
  return turnId;
}

/** Until nothing is left to reject: what was refused may show up in another form. */
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
