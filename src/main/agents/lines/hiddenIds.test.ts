import { describe, expect, it, onTestFinished } from 'vitest';
import { secretValues } from '#main/base/secrets/secretValues';
import { HiddenIds } from './hiddenIds';
import { HIDDEN_ID_CHARACTERS } from './limits';

const secret = 'opaque/Value+1234';

function knowing(): void {
  const entry = secretValues.add([secret]);
  onTestFinished(() => entry.dispose());
}

function hidden<T extends object>(ids: HiddenIds, message: T): T {
  const copy = structuredClone(message);
  ids.hide(copy);
  return copy;
}

describe('HiddenIds', () => {
  it('hides ids that contain a known secret, in every spelling and at any depth', () => {
    knowing();
    const message = {
      id: `r-${secret}`,
      params: {
        sessionId: secret,
        update: { toolCallId: Buffer.from(`x${secret}`).toString('hex'), text: `say ${secret}` },
        request_id: secret,
        options: [{ optionId: `allow ${secret}`, name: 'Allow' }],
      },
    };
    const read = hidden(new HiddenIds(), message);
    const ids = [
      read.id,
      read.params.sessionId,
      read.params.update.toolCallId,
      read.params.options[0]?.optionId,
    ];
    for (const id of ids) expect(id).toMatch(/^hidden-[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(read.params.request_id).toBe(read.params.sessionId);
    expect(read.params.update.text).toBe(message.params.update.text);
  });

  it('restores the agent’s own ids in what it is sent', () => {
    knowing();
    const ids = new HiddenIds();
    const { optionId } = hidden(ids, { optionId: `allow ${secret}` });
    const answer = { id: 1, result: { outcome: { outcome: 'selected', optionId } } };
    expect(JSON.parse(ids.textOf(answer))).toEqual({
      id: 1,
      result: { outcome: { outcome: 'selected', optionId: `allow ${secret}` } },
    });
  });

  it('hides ids that look like a token, except conversation ids, which outlive the app', () => {
    const token = 'sk-0123456789abcdef';
    const read = hidden(new HiddenIds(), {
      toolCallId: token,
      sessionId: token,
      session_id: token,
    });
    expect(read.toolCallId).not.toContain(token);
    expect(read).toMatchObject({ sessionId: token, session_id: token });
  });

  it('leaves ordinary ids alone', () => {
    knowing();
    const message = {
      id: 7,
      params: { toolCallId: 'call_1', messageId: null, uuid: 'task-12345678' },
    };
    expect(hidden(new HiddenIds(), message)).toEqual(message);
  });

  it('limits what it stores of an agent’s ids', () => {
    knowing();
    const ids = new HiddenIds();
    const long = 'x'.repeat(HIDDEN_ID_CHARACTERS / 4);
    const made = Array.from(
      { length: 8 },
      (_, n) => hidden(ids, { id: `${n}${secret}${long}` }).id,
    );
    const known = made.filter((id) => ids.textOf({ id }).includes(secret));
    expect(known).toEqual(made.slice(-3));
  });
});
