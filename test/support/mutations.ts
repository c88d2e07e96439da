/** A wrong value, and its place. */
export interface Mutation {
  readonly name: string;
  readonly value: unknown;
}

const dropped = Symbol('dropped');

const replacements: readonly (readonly [name: string, make: () => unknown])[] = [
  ['dropped', () => dropped],
  ['null', () => null],
  ['a number', () => 7],
  ['a negative fraction', () => -1.5],
  ['a boolean', () => true],
  ['an empty text', () => ''],
  ['a text', () => 'x'],
  ['an odd text', () => '__proto__'],
  ['a list', () => [null, 1, 'x', {}, []]],
  ['an object', () => ({ type: 'x', constructor: 1 })],
  ['something huge', () => 'x'.repeat(100_000)],
  ['something deep', () => nested(60)],
];

/**
 * Copies of the value in which each part, and then the value itself, is replaced by each kind of
 * nonsense.
 */
export function* mutationsOf(value: unknown, path = ''): Generator<Mutation> {
  for (const [name, make] of replacements) {
    const replacement = make();
    if (replacement === dropped && path === '') continue;
    yield { name: `${path || 'all'} is ${name}`, value: replacement };
  }
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const member = value[key as keyof typeof value] as unknown;
    for (const mutation of mutationsOf(member, path === '' ? key : `${path}.${key}`)) {
      yield { name: mutation.name, value: replaced(value, key, mutation.value) };
    }
  }
}

function replaced(value: object, key: string, replacement: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map((item, index) => (String(index) === key ? replacement : item));
    return list.filter((item) => item !== dropped);
  }
  const entries = Object.entries(value).map(([name, member]) =>
    name === key ? [name, replacement] : [name, member],
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== dropped));
}

function nested(depth: number): unknown {
  return depth === 0 ? 'bottom' : { type: 'x', content: [nested(depth - 1)] };
}
