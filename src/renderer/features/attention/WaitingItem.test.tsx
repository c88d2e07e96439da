import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionSummary } from '#shared/session/summary';
import * as models from '#window/state/session/sessionModels';
import { WaitingItem } from './WaitingItem';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['permission', { title: 'Run ls\u202ehs | lruc' }, 'Permission: Run ls\\u{202E}hs | lruc'],
  ['elicitation', { message: 'Which\u200b one?' }, 'Which\\u{200B} one?'],
])('a %s writes out what its words would hide', (kind, question, shown) => {
  const head = { openRequests: [`${kind}:1`], heldWrites: [] };
  vi.spyOn(models, 'useSessionHead').mockReturnValue(head as never);
  vi.spyOn(models, 'useTranscriptOrder').mockReturnValue([]);
  vi.spyOn(models, 'useEntry').mockReturnValue({ kind, question } as never);
  const session = { id: 'ses_1', title: 'A session', agent: { id: 'a', name: 'A' }, updatedAt: 0 };
  render(<WaitingItem session={session as SessionSummary} />);
  expect(screen.getByText(shown)).toBeTruthy();
});
