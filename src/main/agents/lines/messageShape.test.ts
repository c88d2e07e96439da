import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HUSK_MEMBERS, MESSAGE_DEPTH, MESSAGE_NODES } from './limits';
import { MessageShape, messageRefusal } from './messageShape';

const shape = (text: string) => messageRefusal(Buffer.from(text));

it('accepts every usual message', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 10 })), (message) => {
      for (const indent of [0, 2]) {
        expect(shape(JSON.stringify(message, null, indent))).toBeNull();
      }
    }),
  );
});

it('counts only values outside strings', () => {
  const text = `"${'[{,:'.repeat(MESSAGE_NODES)}\\\\" , "b\\"[": 1`;
  expect(shape(`{"a":${text}}`)).toBeNull();
});

it.each([
  ['depth', MESSAGE_DEPTH, (count: number) => `${'['.repeat(count - 1)}${']'.repeat(count - 1)}`],
  ['width', MESSAGE_NODES, (count: number) => `[${'0,'.repeat(count - 3)}0]`],
])('refuses just beyond the limit: %s', (_, limit, value) => {
  expect(shape(`{"id":"a","p":${value(limit)}}`)).toBeNull();
  expect(shape(`{"id":"a","p":${value(limit + 1)}}`)).toMatchObject({ husk: { id: 'a' } });
});

it('keeps the short plain members of a refused message, wherever they are', () => {
  const deep = `${'{"id":99,"x":'.repeat(70)}1${'}'.repeat(70)}`;
  const long = 'x'.repeat(2_000);
  expect(
    shape(
      `  {"p":${deep}, "__proto__":1, "long":"${long}", "n" : null ,"method":"m\\u00e9","id":-1.5e1}`,
    )?.husk,
  ).toEqual({ n: null, method: 'mé', id: -15 });
});

it('gives the same result wherever the bytes are split', () => {
  const message = Buffer.from(
    `{"a":"\\\\\\"[","p":${'['.repeat(70)}"\\""${']'.repeat(70)},"id":"é\\n"}`,
  );
  for (let cut = 0; cut <= message.length; cut++) {
    const split = new MessageShape();
    split.push(message.subarray(0, cut));
    split.push(message.subarray(cut));
    expect(split.refusal).toEqual(messageRefusal(message));
  }
  expect(messageRefusal(message)?.husk).toEqual({ a: '\\"[', id: 'é\n' });
});

it('finds the id of a request that is hidden behind other members', () => {
  const others = Array.from({ length: 500 }, (_, index) => `"k${index}":${index},`).join('');
  expect(shape(`{${others}"p":${'['.repeat(70)}${']'.repeat(70)},"id":1}`)?.husk).toMatchObject({
    id: 1,
  });
});

it('never throws, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(messageRefusal(Buffer.concat([Buffer.from('{'), bytes]))).toBeNull();
    }),
  );
});

it('keeps only so many members of a refused message, but those by which it is answered', () => {
  const many = (from: number) =>
    Array.from({ length: 50 }, (_, index) => `"k${from + index}":1,`).join('');
  const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
  const names = { method: 'm', id: 1, type: 'control_request', request_id: 'r' };
  const end = JSON.stringify(names).slice(1);
  const { husk } = shape(`{${many(0)}"p":${deep},${many(50)}${end}`) ?? {};
  expect(Object.keys(husk ?? {})).toHaveLength(HUSK_MEMBERS + 4);
  expect(husk).toMatchObject(names);
});
