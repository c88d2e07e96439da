import { mkdirSync, rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { GONE_PAUSES } from '#main/airlock/limits';
import type { SessionParts } from '#main/airlock/sessionParts';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import { COPY_GONE } from '#shared/session/words/copyGone';
import { testFolder } from '#test/support/testFolder';
import { SessionLooks } from './sessionLooks';
import { NOBODY } from './surveyor';

/** Looks at a copy that is there, with all that they find left out. */
function looksAtCopy() {
  const copy = testFolder().folder('copy');
  const mend = vi.fn(async () => undefined);
  const parts = {
    surveyor: {
      look: async () => ({ isNews: false, notices: [] }),
      takeReached: () => [],
      mend,
    },
    decisions: { recover: async () => undefined },
    keeper: { tidy: async () => undefined },
    guard: { check: async () => false },
    arming: { refresh: async () => false },
  } as unknown as SessionParts;
  const record = { isolation: 'isolated', workRoot: copy } as unknown as SessionRecord;
  const onCopyLost = vi.fn();
  const looks = new SessionLooks(
    parts,
    record,
    { onChange: () => undefined, onReached: () => undefined, onCopyLost },
    [],
  );
  return { copy, mend, onCopyLost, looks };
}

it('survives a copy that is gone for an instant', async () => {
  const { copy, mend, onCopyLost, looks } = looksAtCopy();
  rmSync(copy, { recursive: true });
  mend.mockImplementationOnce(async () => {
    mkdirSync(copy);
  });
  await looks.look(NOBODY);
  expect(looks.fault).toBeNull();
  expect(onCopyLost).not.toHaveBeenCalled();
});

it('reports a copy that stays gone after a few tries, and waits for it only once', async () => {
  const { copy, mend, onCopyLost, looks } = looksAtCopy();
  rmSync(copy, { recursive: true });
  await expect(looks.look(NOBODY)).rejects.toThrow(COPY_GONE);
  expect(looks.fault).toBe(COPY_GONE);
  expect(onCopyLost).toHaveBeenCalledOnce();
  expect(mend).toHaveBeenCalledTimes(GONE_PAUSES);
  await expect(looks.look(NOBODY)).rejects.toThrow(COPY_GONE);
  expect(mend).toHaveBeenCalledTimes(GONE_PAUSES);
  mkdirSync(copy);
  await looks.look(NOBODY);
  expect(looks.fault).toBeNull();
});
