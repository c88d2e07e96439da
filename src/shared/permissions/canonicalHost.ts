/**
 * Pure: one spelling for each host, as programs read it: `0x7f.1` and `2130706433` are 127.0.0.1,
 * and so is an IPv4 address within IPv6.
 */
export function canonicalHost(host: string): string {
  const plain = host.toLowerCase().replace(/(?<!\.)\.+$/, '');
  const groups = plain.startsWith('[') || plain.includes(':') ? groupsOf(plain) : null;
  if (groups === null) return addressOf(plain) ?? plain;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return dotted(high * 0x10000 + low);
  return `[${groups.map((group) => group.toString(16)).join(':')}]`;
}

/** One to four numbers, decimal, octal or hexadecimal; the last one fills the remaining bytes. */
function addressOf(host: string): string | null {
  const numbers = host.split('.').map(numberOf);
  const last = numbers.pop();
  if (last === undefined || Number.isNaN(last) || numbers.length > 3) return null;
  const room = 256 ** (4 - numbers.length);
  if (last >= room || !numbers.every((number) => number <= 255)) return null;
  return dotted(numbers.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last));
}

function numberOf(text: string): number {
  if (/^0x[\da-f]*$/.test(text)) return Number.parseInt(text.slice(2) || '0', 16);
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
}

function dotted(bits: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/** The eight groups of an IPv6 address; null if it is none. */
function groupsOf(host: string): readonly number[] | null {
  const bare = host.replace(/^\[|\]$/g, '');
  const [before = [], after, ...more] = bare.split('::').map(partsOf);
  if (more.length > 0 || before === null || after === null) return null;
  if (after === undefined) return before.length === 8 ? [...before] : null;
  const missing = 8 - before.length - after.length;
  return missing < 1 ? null : [...before, ...Array<number>(missing).fill(0), ...after];
}

function partsOf(text: string): readonly number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    if (/^[\da-f]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const bytes = addressOf(part)?.split('.').map(Number);
    if (!part.includes('.') || bytes === undefined) return null;
    const [one = 0, two = 0, three = 0, four = 0] = bytes;
    groups.push(one * 256 + two, three * 256 + four);
  }
  return groups;
}
