import { expect, it } from 'vitest';
import type { AgentId, SessionId } from '#shared/ids';
import { memberNames } from './memberNames';

function member(agent: string, model: string | null = null, mode: string | null = null) {
  count += 1;
  return {
    id: `ses_${count}` as SessionId,
    agent: { id: agent.toLowerCase() as AgentId, name: agent },
    model,
    mode,
  };
}
let count = 0;

const namesOf = (...members: readonly ReturnType<typeof member>[]) => [
  ...memberNames(members).values(),
];

it('are the names of different agents', () => {
  expect(namesOf(member('Alpha', 'large'), member('Beta', 'large'))).toEqual(['Alpha', 'Beta']);
});

it('have the model of the same agent, and the mode if that differs, too', () => {
  expect(namesOf(member('Alpha', 'large'), member('Alpha', 'small'), member('Beta'))).toEqual([
    'Alpha · large',
    'Alpha · small',
    'Beta',
  ]);
  expect(namesOf(member('Alpha', 'large', 'plan'), member('Alpha', 'small', 'code'))).toEqual([
    'Alpha · large · plan',
    'Alpha · small · code',
  ]);
  expect(namesOf(member('Alpha', 'large', 'plan'), member('Alpha', 'large', 'code'))).toEqual([
    'Alpha · plan',
    'Alpha · code',
  ]);
});

it('are numbered while nothing tells them apart', () => {
  expect(namesOf(member('Alpha'), member('Alpha'))).toEqual(['Alpha (1)', 'Alpha (2)']);
  expect(namesOf(member('Alpha', 'a'), member('Alpha', 'b'), member('Alpha', 'a'))).toEqual([
    'Alpha · a (1)',
    'Alpha · b',
    'Alpha · a (2)',
  ]);
});

it('cannot hide characters that turn the text around', () => {
  expect(namesOf(member('Al\u202epha'))[0]).not.toContain('\u202e');
});
