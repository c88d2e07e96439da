/** In characters. A scanner that looks at no more of a text than a bound is given sizes below that. */
export interface TextSizes {
  readonly small: number;
  readonly large: number;
}

const SIZES: TextSizes = { small: 8 * 1024, large: 32 * 1024 };

/**
 * How much longer a text of four times the length may take. In proportion it is four, and some of the
 * clock's noise; a scanner that takes the square comes to sixteen.
 */
const MOST_GROWTH = 9;
/** What takes less than this cannot be measured; the square of the length takes many times as long. */
const MEASURABLE_MILLISECONDS = 8;
/** Noise, such as a collection of garbage, only makes a scan longer: the shortest of each size count. */
const ATTEMPTS = 12;

/** Parts that, said again and again, make a careless pattern try everything anew at each place. */
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

/** The texts over which a scanner takes longer than in proportion to their length. */
export function slowTexts(scan: (text: string) => unknown, { small, large }: TextSizes = SIZES) {
  return parts.flatMap((part) =>
    ['', 'x', '\n', ':x'].flatMap((end) => {
      const textOf = (size: number) => part.repeat(Math.ceil(size / part.length)) + end;
      const growth = growthOf(scan, textOf(small), textOf(large), large / small);
      return growth > MOST_GROWTH ? [{ part, end, growth }] : [];
    }),
  );
}

/** As if the one were four times as long as the other. */
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

/** Of processor time, so that what else the machine does is no matter. The window's types know no process. */
function millisecondsOf(task: () => unknown): number {
  const { process } = globalThis as unknown as {
    readonly process: { cpuUsage(before?: Usage): Usage };
  };
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
