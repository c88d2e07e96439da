import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentId, SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { FakeBridge } from '#test/window/fakeBridge';
import { promptAgainStore } from '#window/state/layout/promptAgain';
import { rememberSet, setOf } from '#window/state/session/sessionSets';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { startFromForm } from './startFromForm';
import { addVariant, chooseAtStart, removeVariant } from './startSettings';

const id = (name: string) => `ses_${name.padEnd(26, '0')}` as SessionId;
const [first, second, third] = [id('a'), id('b'), id('c')];

function choice(prompt: string) {
  return {
    agentId: 'gamma' as AgentId,
    alsoAgentIds: [],
    folder: '/p',
    isolation: 'isolated',
    base: null,
    content: [{ type: 'text', text: prompt }],
  } as const;
}

beforeEach(() => {
  const bridge = new FakeBridge();
  bridge.answer('sessions.create', () => ({ sessionId: third }));
  bridge.install();
  const known = [first, second, third].map((one) => [one, { archived: false } as SessionSummary]);
  sessionsStore.setState({ sessions: new Map(known as [SessionId, SessionSummary][]) });
  rememberSet([first, second]);
});

afterEach(() => {
  sessionsStore.setState({ sessions: null });
  promptAgainStore.setState({ wanted: null });
});

it('adds sessions to the set that the prompt comes from', async () => {
  promptAgainStore.setState({ wanted: { from: first, folder: '/p', prompt: 'Go' } });
  await startFromForm(choice('Go'));
  expect(setOf(third)).toEqual([first, second, third]);
});

it('starts a session of its own if the user has changed the prompt', async () => {
  promptAgainStore.setState({ wanted: { from: first, folder: '/p', prompt: 'Go' } });
  await startFromForm(choice('Something else'));
  expect(setOf(first)).toEqual([first, second]);
});

it('starts one agent once for each model that was chosen', async () => {
  const agentId = 'gamma' as AgentId;
  const bridge = new FakeBridge();
  const asked: unknown[] = [];
  bridge.answer('sessions.create', ({ settings }) => {
    asked.push(settings);
    return { sessionId: asked.length === 1 ? first : second };
  });
  bridge.install();
  chooseAtStart(agentId, 0, 'model', 'large');
  addVariant(agentId);
  chooseAtStart(agentId, 1, 'model', 'small');
  chooseAtStart(agentId, 1, null, 'plan');
  await startFromForm(choice('Go'));
  expect(asked).toEqual([
    [{ type: 'option.set', optionId: 'model', value: 'large' }],
    [
      { type: 'option.set', optionId: 'model', value: 'small' },
      { type: 'mode.set', modeId: 'plan' },
    ],
  ]);
  expect(setOf(first)).toEqual([first, second]);
  removeVariant(agentId, 1);
  chooseAtStart(agentId, 0, 'model', null);
});
