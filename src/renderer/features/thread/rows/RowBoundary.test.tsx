import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Entry } from '#shared/session/entries';
import { setErrorSink } from '#window/diagnostics/reportError';
import { RowBoundary } from './RowFrame';

const entry = (kind: Entry['kind'], text: string) => ({ kind, text }) as unknown as Entry;

function Row({ entry: shown }: { readonly entry: Entry }) {
  const { text } = shown as unknown as { readonly text: string };
  if (text === 'bad') throw new Error('It cannot be drawn.');
  return <p>{text}</p>;
}

function rows(...entries: readonly Entry[]) {
  return entries.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they stay where they are.
    <RowBoundary key={index} entry={each}>
      <Row entry={each} />
    </RowBoundary>
  ));
}

const reported: unknown[] = [];

beforeEach(() => {
  setErrorSink((error) => reported.push(error));
  reported.length = 0;
  vi.spyOn(console, 'error').mockReturnValue();
});

it('shows the other entries when one cannot be drawn, and tells of it', () => {
  render(rows(entry('message', 'before'), entry('tool', 'bad'), entry('message', 'after')));
  expect(screen.getByText('before')).toBeTruthy();
  expect(screen.getByText('after')).toBeTruthy();
  expect(screen.getByText('This entry could not be shown.')).toBeTruthy();
  expect(screen.queryByText(/Stop the turn/)).toBeNull();
  expect(reported).toHaveLength(1);
});

it('says what to do about a question', () => {
  render(rows(entry('permission', 'bad')));
  expect(screen.getByText(/Stop the turn/)).toBeTruthy();
});

it('tries again when the entry changes', () => {
  const { rerender } = render(rows(entry('tool', 'bad')));
  rerender(rows(entry('tool', 'good')));
  expect(screen.getByText('good')).toBeTruthy();
  rerender(rows(entry('tool', 'bad')));
  expect(screen.queryByText('good')).toBeNull();
});
