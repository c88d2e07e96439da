import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { secretValues } from '#main/base/secrets/secretValues';
import { HIDDEN_ID_CHARACTERS, HUSK_MEMBERS } from './limits';
import { HiddenIds, parseLine } from './message';

// Shows I10.

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('parseLine', () => {
  it('accepts objects and nothing else', () => {
    expect(parseLine('{"id":1}')).toEqual({ type: 'message', value: { id: 1 } });
    expect(parseLine('  {"id":1} ')).toMatchObject({ type: 'message' });
    expect(parseLine('\uFEFF{"id":1}')).toMatchObject({ type: 'message' });
    for (const text of ['[{"id":1}]', '42', 'null', '"{}"', 'DEBUG start', '{"id":', '{a:1}']) {
      expect(parseLine(text)).toEqual({ type: 'garbage' });
    }
  });

  it('passes any ordinary message on as JSON.parse gives it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 })), (message) => {
        fc.pre(!JSON.stringify(message).includes('__proto__'));
        const text = JSON.stringify(message);
        expect(parseLine(text)).toEqual({ type: 'message', value: JSON.parse(text) });
      }),
    );
  });

  it('refuses deep nesting', () => {
    expect(parseLine(nested(64)).type).toBe('message');
    expect(parseLine(nested(65)).type).toBe('refused');
    const list = `{"id":7,"result":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    expect(parseLine(list)).toEqual({
      type: 'refused',
      reason: 'it is nested more than 64 levels deep',
      husk: { id: 7 },
    });
  });

  it('refuses too many values', () => {
    const wide = (count: number) => `{"method":"m","params":[${'0,'.repeat(count - 3)}0]}`;
    expect(parseLine(wide(100_000)).type).toBe('message');
    expect(parseLine(wide(100_001))).toMatchObject({ type: 'refused', husk: { method: 'm' } });
    const keys = Array.from({ length: 100_001 }, (_, index) => `"${index}x":{}`).join();
    expect(parseLine(`{${keys}}`).type).toBe('refused');
  });

  it.each(['"__proto__"', '"__\\u0070roto__"'])('refuses a member named %s', (name) => {
    const parsed = parseLine(`{"id":1,"method":"m","params":{${name}:{"polluted":true}}}`);
    expect(parsed).toMatchObject({ type: 'refused', husk: { id: 1, method: 'm' } });
    const top = parseLine(`{${name}:{"polluted":true},"id":"x"}`);
    if (top.type !== 'refused') throw new Error('let in');
    expect(Object.getOwnPropertyNames(top.husk)).toEqual(['id']);
    expect(Object.getPrototypeOf(top.husk)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('keeps only the id and short members of what it refuses', () => {
    const members = Array.from({ length: 200_000 }, (_, index) => `"k${index}":${index}`).join();
    const long = 'x'.repeat(2_000);
    const parsed = parseLine(`{"long":"${long}","id":null,"ok":true,${members}}`);
    if (parsed.type !== 'refused') throw new Error('let in');
    expect(parsed.husk).toMatchObject({ id: null, ok: true, k0: 0 });
    expect(Object.keys(parsed.husk)).toHaveLength(16);
    expect(parsed.husk).not.toHaveProperty('long');
  });
});

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

it('keeps of a refused message what it is answered by, behind however many other members', () => {
  const others = Array.from({ length: 50 }, (_, index) => `"k${index}":${index},`).join('');
  const names = { method: 'm', id: 1, type: 'control_request', request_id: 'r' };
  const refused = parseLine(`{${others}"__proto__":1,${JSON.stringify(names).slice(1)}`);
  expect(refused).toMatchObject({ type: 'refused', husk: { k0: 0, ...names } });
  expect(refused.type === 'refused' && Object.keys(refused.husk)).toHaveLength(HUSK_MEMBERS + 4);
});
