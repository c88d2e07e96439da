import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { refuse } from '#main/airlock/disk/attempt';
import { GONE_PAUSES } from '#main/airlock/limits';
import type { SessionParts } from '#main/airlock/sessionParts';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import type { TurnId } from '#shared/ids';
import { COPY_GONE } from '#shared/session/words/copyGone';
import { testFolder } from '#test/support/testFolder';
import { SessionLooks } from './sessionLooks';
import { NOBODY } from './surveyor';

/** Looks at a copy that is there, with all that they find left out. */
function looksAtCopy() {
  const copy = testFolder().folder('copy');
  const mend = vi.fn(async () => undefined);
  const survey = vi.fn(async () => ({ isNews: false, notices: [] }));
  const endOfGuard = vi.fn(async () => false);
  const parts = {
    surveyor: {
      look: survey,
      lookAfterTurn: survey,
      takeReached: () => [],
      mend,
    },
    decisions: { recover: async () => undefined },
    keeper: { tidy: async () => undefined },
    guard: { check: async () => false, end: endOfGuard },
    arming: { refresh: async () => false },
  } as unknown as SessionParts;
  const record = { isolation: 'isolated', workRoot: copy } as unknown as SessionRecord;
  const onCopyLost = vi.fn();
  const onChange = vi.fn();
  const looks = new SessionLooks(
    parts,
    record,
    { onChange, onReached: () => undefined, onCopyLost },
    [],
  );
  return { copy, mend, survey, endOfGuard, onChange, onCopyLost, looks };
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

// I18.
it('does not believe a look at a copy that is a link by its end', async () => {
  const { copy, survey, looks } = looksAtCopy();
  const elsewhere = testFolder().path;
  survey.mockImplementation(async () => {
    rmSync(copy, { recursive: true });
    symlinkSync(elsewhere, copy);
    return { isNews: true, notices: [] };
  });
  await expect(looks.look(NOBODY)).rejects.toThrow(COPY_GONE);
  expect(looks.fault).toBe(COPY_GONE);
});

it('says that the copy is gone, not what git says of that', async () => {
  const { copy, survey, onCopyLost, looks } = looksAtCopy();
  survey.mockImplementation(async () => {
    rmSync(copy, { recursive: true });
    throw refuse('git ls-files failed: cannot chdir');
  });
  await expect(looks.look(NOBODY)).rejects.toThrow('cannot chdir');
  expect(looks.fault).toBe(COPY_GONE);
  expect(onCopyLost).toHaveBeenCalledOnce();
});

describe('a look that the user must make possible first', () => {
  function failing() {
    const parts = looksAtCopy();
    parts.survey.mockRejectedValue(refuse('a is a pipe.'));
    return parts;
  }

  it('is not tried again by itself, and is told', async () => {
    const { survey, mend, onChange, looks } = failing();
    await expect(looks.look(NOBODY)).rejects.toThrow('a is a pipe.');
    expect(survey).toHaveBeenCalledOnce();
    expect(mend).not.toHaveBeenCalled();
    expect(looks.fault).toBe('a is a pipe.');
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('is told once it succeeds, though it finds nothing new', async () => {
    const { survey, onChange, looks } = failing();
    await expect(looks.look(NOBODY)).rejects.toThrow();
    onChange.mockClear();
    survey.mockResolvedValue({ isNews: false, notices: [] });
    await looks.look(NOBODY);
    expect(looks.fault).toBeNull();
    expect(onChange).toHaveBeenCalledOnce();
    await looks.look(NOBODY);
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('is tried again before anything is accepted, which it prevents', async () => {
    const { survey, looks } = failing();
    await expect(looks.look(NOBODY)).rejects.toThrow();
    await expect(looks.assertSeen()).rejects.toThrow(
      'Nothing was accepted, because Airlock cannot read the agent’s files. Try again. Reason: a is a pipe.',
    );
    survey.mockResolvedValue({ isNews: false, notices: [] });
    await looks.assertSeen();
    expect(survey).toHaveBeenCalledTimes(3);
    await looks.assertSeen();
    expect(survey).toHaveBeenCalledTimes(3);
  });

  it('fails the end of a turn, and still looks at guarded files', async () => {
    const { endOfGuard, looks } = failing();
    await expect(looks.endTurn('trn_1' as TurnId, NOBODY)).rejects.toThrow('a is a pipe.');
    expect(endOfGuard).toHaveBeenCalledOnce();
  });
});
