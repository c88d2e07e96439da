import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { EntryId, SessionId, TurnId } from '#shared/ids';
import type { PlanEntry, TurnEndEntry } from '#shared/session/entries';
import type { Wire } from '#shared/session/wires';
import { AudioBlock } from '#window/features/thread/content/AudioBlock';
import { threadMemory } from '#window/features/thread/scroll/threadMemory';
import { ThreadContext } from '#window/features/thread/threadContext';
import * as models from '#window/state/session/sessionModels';
import { PlanRow } from './PlanRow';
import { TurnEndRow } from './TurnEndRow';

const sessionId = 'ses_rows' as SessionId;
const base = { turnId: 'turn_1' as TurnId, at: 0, updatedAt: 0 };

function show(row: React.ReactNode, wire: Wire = 'acp') {
  const head = { turn: null, connection: { type: 'ready' }, details: { wire } };
  vi.spyOn(models, 'useSessionHead').mockReturnValue(head as never);
  vi.spyOn(models, 'sessionModel').mockReturnValue({ order: () => [], entry: () => null } as never);
  const context = {
    sessionId,
    memory: threadMemory(sessionId),
    folders: [],
    focusTranscript: () => undefined,
    openSession: () => undefined,
  };
  render(<ThreadContext value={context}>{row}</ThreadContext>);
  return userEvent.setup();
}

function end(fields: Partial<TurnEndEntry>): TurnEndEntry {
  return {
    ...base,
    id: 'turn-end:turn_1' as EntryId,
    kind: 'turn-end',
    reason: 'failed',
    message: null,
    usage: null,
    startedAt: 0,
    ...fields,
  };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  ['acp', true],
  ['claude', false],
] as const)('a refused turn over %s is said to be left out: %s', (wire, isSaid) => {
  show(<TurnEndRow entry={end({ reason: 'refusal' })} />, wire);
  expect(screen.getByText('The agent declined to continue.')).toBeTruthy();
  const words = screen.queryByText(/leaves this prompt and its own answer out/);
  expect(words !== null).toBe(isSaid);
});

it('a failed turn has the rest of the error behind “Details”', async () => {
  const entry = end({ message: 'Broken', detail: '{"why": "x"}' });
  const user = show(<TurnEndRow entry={entry} />);
  expect(screen.getByText('Broken')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Details' }));
  expect(document.body.textContent).toContain('"why"');
});

it.each([
  ['high', true],
  ['medium', false],
] as const)('a plan with %s priorities names them: %s', (priority, isNamed) => {
  const items = [{ content: 'Step', priority, status: 'pending' as const }];
  const entry: PlanEntry = {
    ...base,
    id: 'plan:p' as EntryId,
    kind: 'plan',
    planId: 'p',
    body: { type: 'items', items },
    removed: false,
  };
  show(<PlanRow entry={entry} />);
  expect(screen.queryByText(`${priority} priority`) !== null).toBe(isNamed);
});

it('audio has a player of ours, and does not play by itself', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  show(<AudioBlock data="UklGRiQAAABXQVZF" mimeType="audio/wav" />);
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(play).not.toHaveBeenCalled();
});
