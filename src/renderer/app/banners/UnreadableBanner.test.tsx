import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { StorageProblems } from '#shared/ipc/storage';
import { bridge } from '#test/window/setup';
import { UnreadableBanner } from './UnreadableBanner';

const file = (path: string) => ({ path, message: 'It is damaged.', isDerived: false, aside: null });

async function wordsOf(problems: Partial<StorageProblems>): Promise<string | null | undefined> {
  bridge.answer('storage.problems', () => ({ sessions: [], files: [], ...problems }));
  render(<UnreadableBanner />);
  const words = await screen.findByText(/cannot be read/);
  return words.parentElement?.textContent;
}

describe('the banner about what cannot be read', () => {
  it('gives the reason of a single file', async () => {
    expect(await wordsOf({ files: [file('/a')] })).toBe(
      '1 file cannot be read. Nothing was removed. It is damaged.',
    );
  });

  it('leaves the reasons of several to the settings', async () => {
    const sessions = [{ id: 'ses_1' as SessionId, message: 'Its log is empty.' }];
    expect(await wordsOf({ sessions, files: [file('/a'), file('/b')] })).toBe(
      '1 session and 2 files cannot be read. Nothing was removed.',
    );
  });
});
