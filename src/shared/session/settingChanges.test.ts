import { expect, it } from 'vitest';
import type { MessageId, TurnId } from '#shared/ids';
import { foldAll } from '#test/support/foldAll';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import type { AgentOption } from './agent';
import { placeOf } from './entryPlace';
import type { SessionEvent } from './events';

const modes: SessionEvent = {
  type: 'modes.updated',
  available: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
    { id: 'plan', name: 'Plan' },
  ],
  current: 'ask',
};
const turn: SessionEvent = {
  type: 'turn.started',
  turnId: 'trn_1' as TurnId,
  messageId: 'msg_1' as MessageId,
  content: [{ type: 'text', text: 'Hello' }],
};
const mode = (current: string): SessionEvent => ({ type: 'mode.changed', current });
const model = (value: string): SessionEvent => {
  const choices = ['small', 'large'].map((name) => ({ value: name, name }));
  const groups = [{ name: null, choices }];
  const option = { id: 'm', name: 'Model', category: 'model', type: 'select', value, groups };
  return { type: 'options.updated', options: [option as AgentOption] };
};

function notes(...events: readonly SessionEvent[]): string[] {
  const { order, entries } = foldAll(SESSION, stamp([created(), ...events]));
  return order.flatMap((id) => {
    const entry = entries.get(id);
    return entry?.kind === 'setting' ? `${entry.label}: ${entry.from} to ${entry.to}` : [];
  });
}

it('ignores choices before the first prompt', () => {
  expect(notes(modes, mode('code'), turn)).toEqual([]);
});

it('notes another mode or model, by the agent’s name for it', () => {
  expect(notes(modes, model('small'), turn, mode('code'), model('large'))).toEqual([
    'Mode: Ask to Code',
    'Model: small to large',
  ]);
});

it('ignores an agent that repeats the current setting', () => {
  expect(notes(modes, turn, mode('ask'), modes, model('small'), model('small'))).toEqual([]);
});

it('leaves one note for several changes in a row', () => {
  expect(notes(modes, turn, mode('code'), mode('plan'))).toEqual(['Mode: Ask to Plan']);
});

it('says nothing about a change that was reversed, or whose values have one name', () => {
  const shown = (...events: readonly SessionEvent[]) => {
    const { order, entries } = foldAll(SESSION, stamp([created(), ...events]));
    return order.flatMap((id) => {
      const entry = entries.get(id);
      return entry?.kind === 'setting' && placeOf(entry) === null
        ? [`${entry.from} ${entry.to}`]
        : [];
    });
  };
  expect(shown(modes, turn, mode('code'), mode('ask'))).toEqual([]);
  expect(shown(modes, turn, mode('code'), mode('ask'), mode('plan'))).toEqual(['Ask Plan']);
  const twins: SessionEvent = {
    type: 'modes.updated',
    available: [
      { id: 'default', name: 'Default' },
      { id: 'auto', name: 'Default' },
    ],
    current: 'default',
  };
  expect(shown(twins, turn, mode('auto'))).toEqual([]);
});
