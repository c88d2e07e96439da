import { JsonText } from '#main/base/json/jsonText';
import type { ByteSource } from '#main/host/store/fileAccess';
import { REST_GAP_BYTES } from '#main/host/store/limits';
import { isTextChunk } from '#main/host/store/log/coalescer';
import { NEWLINE, readLineBlocks } from '#main/host/store/log/lineBlocks';
import { readLine } from '#main/host/store/log/logLine';
import { TextRun } from '#main/host/store/log/textRun';
import type { RestingText } from '#shared/session/content';

/** Replaces a damaged piece of a text, so that the rest is not mistaken for the whole. */
export const UNREADABLE = '\n\n[Part of this text is damaged in the log and cannot be read.]\n\n';

/** Reads text back from a log. Rejects if the file cannot be read; damage is noted in the text. */
export async function readResting(
  source: ByteSource,
  wanted: Iterable<RestingText>,
): Promise<ReadonlyMap<RestingText, string>> {
  const texts = new Map<RestingText, string>();
  for (const group of neighbours(wanted)) {
    const pieces = await readGroup(source, group);
    for (const text of group) texts.set(text, joined(text, pieces.get(text) ?? []));
  }
  return texts;
}

/** Groups texts that are so close that reading the gap costs less than another read. */
function neighbours(wanted: Iterable<RestingText>): readonly (readonly RestingText[])[] {
  const groups: RestingText[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const text of [...wanted].sort((a, b) => a.from - b.from)) {
    if (text.from - end > REST_GAP_BYTES) groups.push([]);
    groups.at(-1)?.push(text);
    end = text.to;
  }
  return groups;
}

/** The text of each line in each range; null for one that cannot be read. */
async function readGroup(
  source: ByteSource,
  group: readonly RestingText[],
): Promise<ReadonlyMap<RestingText, (string | null)[]>> {
  const pieces = new Map(group.map((text) => [text, [] as (string | null)[]]));
  const from = group[0]?.from ?? 0;
  const to = group.at(-1)?.to ?? 0;
  let next = 0;
  for await (const { bytes, offset } of readLineBlocks(source, from, to)) {
    const end = offset + bytes.length;
    for (;;) {
      const text = group[next];
      if (text === undefined || text.from >= end) break;
      const part = bytes.subarray(Math.max(text.from, offset) - offset, text.to - offset);
      pieces.get(text)?.push(...piecesIn(part));
      if (text.to > end) break;
      next++;
    }
  }
  return pieces;
}

function piecesIn(lines: Buffer): (string | null)[] {
  const block = new JsonText(lines);
  const pieces: (string | null)[] = [];
  let start = 0;
  while (start < lines.length) {
    const newline = lines.indexOf(NEWLINE, start);
    const end = newline < 0 ? lines.length : newline;
    const line = lines.toString('utf8', start, end);
    const read = readLine(line);
    const chunk = read.type === 'event' && isTextChunk(read.event) ? read.event : null;
    pieces.push(chunk?.content.text ?? null);
    const run = chunk && TextRun.from(lines.subarray(start, end), line, chunk);
    start = end + 1;
    // The following lines usually have the same bytes around their text, so only the text is
    // decoded.
    for (let seq = (chunk?.seq ?? 0) + 1; run !== null && start < lines.length; seq++) {
      const next = run.lineEnd(block, start, seq);
      if (next < 0) break;
      pieces.push(run.textOf(block, start, next, seq));
      start = next;
    }
  }
  return pieces;
}

function joined({ lines }: RestingText, pieces: readonly (string | null)[]): string {
  const text = pieces.map((piece) => piece ?? UNREADABLE).join('');
  return pieces.length < lines ? text + UNREADABLE : text;
}
