/**
 * In characters. A scanner that reads only a limited part of a text gets sizes below that limit.
 */
export interface TextSizes {
  readonly small: number;
  readonly large: number;
}

const SIZES: TextSizes = { small: 8 * 1024, large: 32 * 1024 };

/**
 * How much longer a text of four times the length may take. Linear time takes four times as long,
 * plus noise of the clock; a quadratic scanner takes sixteen times as long.
 */
const MOST_GROWTH = 9;
/** Shorter times cannot be measured; quadratic time is many times as long. */
const MEASURABLE_MILLISECONDS = 8;
/**
 * Noise, such as garbage collection, only makes a scan slower, so the shortest time of each size
 * counts.
 */
const ATTEMPTS = 12;

/** Parts that, repeated many times, make a careless pattern retry at each position. */
const parts = [
  ...['a', 'A', '0', ' ', '\n', '\t', '\r', '.', ',', '/', '\\', '-', '_', ':', '@', '=', '%', '*'],
  ...['`', '"', "'", '[', ']', '(', ')', '<', '{', '}', '\x1b', '\x1b[', '\x1b]', '\0', '\u202e'],
  ...['!', '?', ';', '#', '&', '|', '~', '+', '>', '$', '^', '\u00e9', '\ud83d\ude00'],
  ...['a.', 'a/', '/.', '..', '[a', '[a](', '![', '](', '**', '* ', '`a', '"a', 'a=', 'a b', '://'],
  ...[
    'a\n',
    '- a\n',
    '> ',
    '1. ',
    '| a ',
    '|-',
    '```\n',
    '~~',
    '__a',
    '<a ',
    '&a',
    '&#',
    'a@',
    '#L1',
  ],
  ...['\\``', '\\[', '- a\n<', '$<?', '<!--'],
  ...['http://', 'https://a', 'www.', 'http://a)', '(http://', 'a:1', 'a(1', './a', '~/'],
  ...[
    '{"a":',
    '[[',
    '\\"',
    'sk-',
    'token=',
    'Bearer ',
    '--key ',
    '-a',
    '-----BEGIN ',
    'eyJ',
    '\r\n',
  ],
  ...['12 failed, ', '--- FAIL: a\n', '--- FAIL: a/b\n', ' [ ', ' (1 ms', 'name="', '<error "'],
];

/** The texts for which a scanner takes more than linear time. */
export function slowTexts(scan: (text: string) => unknown, { small, large }: TextSizes = SIZES) {
  return parts.flatMap((part) =>
    ['', 'x', '\n', ':x'].flatMap((end) => {
      const textOf = (size: number) => part.repeat(Math.ceil(size / part.length)) + end;
      const growth = growthOf(scan, textOf(small), textOf(large), large / small);
      return growth > MOST_GROWTH ? [{ part, end, growth }] : [];
    }),
  );
}

/** The growth, as if one text were four times as long as the other. */
function growthOf(
  scan: (text: string) => unknown,
  small: string,
  large: string,
  factor: number,
): number {
  let shortest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && growth > MOST_GROWTH; attempt++) {
    shortest = {
      large: Math.min(
        shortest.large,
        millisecondsOf(() => scan(large)),
      ),
      small: Math.min(
        shortest.small,
        millisecondsOf(() => scan(small)),
      ),
    };
    if (shortest.large < MEASURABLE_MILLISECONDS) return 0;
    growth = shortest.large / Math.max(shortest.small, MEASURABLE_MILLISECONDS / 16);
    growth = (growth * 4) / factor;
  }
  return growth;
}

interface Usage {
  readonly user: number;
  readonly system: number;
}

/**
 * Processor time, so that other work of the machine does not matter. The window's types do not
 * include `process`.
 */
function millisecondsOf(task: () => unknown): number {
  const { process } = globalThis as unknown as {
    readonly process: { cpuUsage(before?: Usage): Usage };
  };
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
