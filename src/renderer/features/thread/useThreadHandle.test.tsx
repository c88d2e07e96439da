import { renderHook } from '@testing-library/react';
import type { VirtualizerHandle } from 'virtua';
import { describe, expect, it, vi } from 'vitest';
import type { RequestId, SessionId } from '#shared/ids';
import { entryId } from '#shared/session/entries';
import type { FindState } from './find/useFind';
import { ThreadMemory } from './scroll/threadMemory';
import { threadHandle } from './threadHandles';
import { useThreadHandle } from './useThreadHandle';

const sessionId = 'session' as SessionId;
const question = entryId('permission', 'request' as RequestId);

/** A transcript of 2,000 pixels, of which 500 are visible, with a question so far from its start. */
function revealed(offset: number) {
  const scrollToIndex = vi.fn();
  const following = {
    isAtEnd: true,
    jump: vi.fn(),
    leave: vi.fn(),
    onMoved: { current: null },
  };
  const list = {
    scrollSize: 2_000,
    viewportSize: 500,
    getItemOffset: () => offset,
    scrollToIndex,
  } as unknown as VirtualizerHandle;
  renderHook(() =>
    useThreadHandle({
      sessionId,
      rows: [{ id: question, nested: false, tight: false, closes: false }],
      list: { current: list },
      scroller: { current: null },
      following,
      memory: new ThreadMemory(),
      find: {
        isOpen: false,
        current: null,
        steps: 0,
        open: () => undefined,
      } as unknown as FindState,
    }),
  );
  threadHandle(sessionId)?.reveal(question);
  return { ...following, scrollToIndex };
}

describe('useThreadHandle', () => {
  it('continues to follow the transcript after a question at its end was shown', () => {
    const { jump, leave } = revealed(1_700);
    expect(jump).toHaveBeenCalled();
    expect(leave).not.toHaveBeenCalled();
  });

  it('leaves the end for a question further up', () => {
    const { jump, leave, scrollToIndex } = revealed(300);
    expect(jump).not.toHaveBeenCalled();
    expect(leave).toHaveBeenCalled();
    expect(scrollToIndex).toHaveBeenCalledWith(0, { align: 'nearest' });
  });
});
