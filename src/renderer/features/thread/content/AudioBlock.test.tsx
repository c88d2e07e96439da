import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { threadOf } from '#test/window/threadOf';
import { ThreadContext } from '#window/features/thread/threadContext';
import { AudioBlock } from './AudioBlock';
import { clockTime } from './clockTime';

const context = threadOf('session' as SessionId);

function show(mimeType: string) {
  render(
    <ThreadContext value={context}>
      <AudioBlock data="AAAA" mimeType={mimeType} />
    </ThreadContext>,
  );
}

const play = vi.fn(() => Promise.resolve());

beforeEach(() => {
  play.mockClear();
  URL.createObjectURL = () => 'blob:airlock/1';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
});

describe('audio in a message', () => {
  it('does not play until the user says so', async () => {
    show('audio/wav');
    const audio = document.querySelector('audio') as HTMLAudioElement;
    expect(audio.src).toBe('blob:airlock/1');
    expect(audio.autoplay).toBe(false);
    fireEvent.canPlay(audio);
    expect(play).not.toHaveBeenCalled();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Play' }));
    expect(play).toHaveBeenCalledOnce();
    fireEvent.play(audio);
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  });

  it('says what cannot be played', () => {
    show('audio/odd');
    fireEvent.error(document.querySelector('audio') as HTMLAudioElement);
    expect(screen.getByText('Audio (audio/odd) cannot be played here.')).toBeTruthy();
  });

  it('does not give the player what is not audio', () => {
    show('text/html');
    expect(document.querySelector('audio')).toBeNull();
    expect(screen.getByText('Audio (text/html) cannot be played here.')).toBeTruthy();
  });
});

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [750, '12:30'],
  [-1, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
