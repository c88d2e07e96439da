import { describe, expect, it } from 'vitest';
import { sampleEvent as one } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import type { SessionEvent } from './events';
import { type SessionStatus, sessionStatus } from './select';
import { summarise, summariseAtRest } from './summary';

const headAfter = (...events: readonly SessionEvent[]) =>
  foldAll(SESSION, stamp([created(), ...events])).head;

const attached = one('agent.attached');
const working = [attached, one('turn.started')] as const;
const interrupted: SessionEvent = { ...one('turn.ended'), reason: 'interrupted' };
const failed: SessionEvent = { ...one('turn.ended'), reason: 'failed' };

describe('the status of a session', () => {
  it.each<[SessionStatus, readonly SessionEvent[]]>([
    ['idle', []],
    ['starting', [one('agent.starting')]],
    ['idle', [attached]],
    ['working', working],
    ['waiting', [...working, one('permission.asked')]],
    ['waiting', [...working, one('elicitation.asked')]],
    ['working', [...working, one('permission.asked'), one('permission.answered')]],
    ['waiting', [...working, one('write.held')]],
    ['working', [...working, one('write.held'), one('write.decided')]],
    ['idle', [...working, one('write.held'), one('turn.ended')]],
    ['waiting', [one('authentication.required')]],
    ['waiting', [attached, one('continuity.checked', 1)]],
    ['failed', [one('agent.failed')]],
    ['failed', [...working, one('agent.exited')]],
    ['idle', [...working, one('turn.ended')]],
    ['failed', [...working, failed]],
    ['working', [...working, failed, one('turn.started')]],
    ['interrupted', [...working, interrupted, one('agent.detached')]],
    ['working', [...working, interrupted, one('turn.started')]],
  ])('%s', (status, events) => {
    expect(sessionStatus(headAfter(...events))).toBe(status);
    expect(summarise(headAfter(...events)).status).toBe(status);
  });

  it.each<[SessionStatus, readonly SessionEvent[]]>([
    ['idle', [one('agent.starting')]],
    ['interrupted', [...working, one('permission.asked')]],
    ['interrupted', [...working, one('write.held')]],
    ['idle', [one('authentication.required')]],
    ['failed', [one('agent.failed')]],
    ['failed', [...working, failed, one('agent.detached')]],
    ['waiting', [attached, one('continuity.checked', 1)]],
  ])('%s when the session is not open', (status, events) => {
    expect(summariseAtRest(headAfter(...events)).status).toBe(status);
  });
});
