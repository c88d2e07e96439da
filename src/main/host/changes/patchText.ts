import { PATCH_HUNKS, SEARCH_STEPS } from '#main/host/limits';
import { pushAll } from '#shared/pushAll';

/** The lines that a patch replaces in one place. */
export interface PatchHunk {
  /** The line where it begins, counted from 0, if the patch names it. */
  readonly at: number | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether the last line has no line break, before and after. */
  readonly endsOpen: { readonly before: boolean; readonly after: boolean };
}

/** A patch of one file. A null path means that there is no file. */
export interface FilePatch {
  readonly from: string | null;
  readonly to: string | null;
  readonly hunks: readonly PatchHunk[];
}

/**
 * Reads unified patches, from git and others, and the format that begins with `*** Begin Patch`.
 */
export function readPatch(text: string): readonly FilePatch[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return text.includes('*** Begin Patch') ? readNamed(lines) : readUnified(lines);
}

/**
 * The text after the patch; undefined if the patch does not fit this text. Null means that there is
 * no file.
 */
export function patchedText(
  text: string | null,
  { from, to, hunks }: FilePatch,
): string | null | undefined {
  if (to === null) return null;
  if ((from === null && text) || hunks.length > PATCH_HUNKS) return undefined;
  const lines = (text ?? '').replaceAll('\r\n', '\n').split('\n');
  // The text after the last line break is not a line.
  const hasEnd = lines.at(-1) === '';
  if (hasEnd) lines.pop();
  const result: string[] = [];
  let next = 0;
  let isOpen = !hasEnd;
  for (const hunk of hunks) {
    const start = placeOf(lines, next, hunk);
    if (start === null) return undefined;
    pushAll(result, lines.slice(next, start));
    pushAll(result, hunk.after);
    next = start + hunk.before.length;
    if (next === lines.length) isOpen = hunk.endsOpen.after;
  }
  pushAll(result, lines.slice(next));
  return result.length === 0 ? '' : result.join('\n') + (isOpen ? '' : '\n');
}

/** The position that the patch names, or the only other place with these lines. */
function placeOf(lines: readonly string[], from: number, hunk: PatchHunk): number | null {
  const { before, at } = hunk;
  const fits = (start: number) =>
    start >= from && before.every((line, index) => lines[start + index] === line);
  if (at !== null && at <= lines.length && fits(at)) return at;
  if (before.length === 0) return lines.length === 0 ? 0 : null;
  if (before.length * (lines.length - from) > SEARCH_STEPS) return null;
  const places: number[] = [];
  for (let start = from; start + before.length <= lines.length; start++) {
    if (fits(start)) places.push(start);
  }
  const [only] = places;
  return places.length === 1 && only !== undefined ? only : null;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

function readUnified(lines: readonly string[]): readonly FilePatch[] {
  const patches: { from: string | null; to: string | null; hunks: PatchHunk[] }[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const below = lines[index + 1] ?? '';
    if (line.startsWith('--- ') && below.startsWith('+++ ')) {
      patches.push({ from: fileIn(line), to: fileIn(below), hunks: [] });
      index++;
      continue;
    }
    const head = hunkHead.exec(line);
    if (head === null) continue;
    // A patch without a header is for the file that is named next to it.
    if (patches.length === 0) patches.push({ from: '', to: '', hunks: [] });
    const [, start, removed = '1', added = '1'] = head;
    const builder = new HunkBuilder(Number(removed) === 0 ? Number(start) : Number(start) - 1);
    while (builder.isShort(Number(removed), Number(added)) || lines[index + 1]?.startsWith('\\')) {
      const next = lines[++index];
      if (next === undefined || !builder.add(next)) break;
    }
    patches.at(-1)?.hunks.push(builder.hunk());
  }
  return patches;
}

/** The name in a line such as `--- a/name<tab>date`. */
function fileIn(line: string): string | null {
  const name = (line.slice(4).split('\t', 1)[0] ?? '').trim();
  return name === '/dev/null' ? null : name.replace(/^[ab]\//, '');
}

const fileHead = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const moveHead = /^\*\*\* Move to: (.+)$/;

function readNamed(lines: readonly string[]): readonly FilePatch[] {
  const patches: { from: string | null; to: string | null; hunks: PatchHunk[] }[] = [];
  let builder: HunkBuilder | null = null;
  const finish = () => {
    const hunk = builder?.hunk();
    if (hunk && hunk.before.length + hunk.after.length > 0) patches.at(-1)?.hunks.push(hunk);
    builder = null;
  };
  for (const line of lines) {
    const [, kind, name = ''] = fileHead.exec(line) ?? [];
    const moved = moveHead.exec(line)?.[1];
    const last = patches.at(-1);
    if (kind !== undefined) {
      finish();
      patches.push({
        from: kind === 'Add' ? null : name,
        to: kind === 'Delete' ? null : name,
        hunks: [],
      });
    } else if (moved !== undefined && last) last.to = moved;
    else if (line.startsWith('@@') || line.startsWith('***')) finish();
    else if (last !== undefined) {
      builder ??= new HunkBuilder(last.from === null ? 0 : null);
      builder.add(line);
    }
  }
  finish();
  return patches;
}

class HunkBuilder {
  private readonly before: string[] = [];
  private readonly after: string[] = [];
  private readonly endsOpen = { before: false, after: false };
  private last = '';

  constructor(private readonly at: number | null) {}

  isShort(before: number, after: number): boolean {
    return this.before.length < before || this.after.length < after;
  }

  /** Adds a line; false if it does not belong to the hunk. */
  add(line: string): boolean {
    const sign = line[0] ?? ' ';
    if (sign === '\\') {
      if (this.last !== '+') this.endsOpen.before = true;
      if (this.last !== '-') this.endsOpen.after = true;
      return true;
    }
    if (sign !== '+' && sign !== '-' && sign !== ' ') return false;
    if (sign !== '+') this.before.push(line.slice(1));
    if (sign !== '-') this.after.push(line.slice(1));
    this.last = sign;
    return true;
  }

  hunk(): PatchHunk {
    const { at, before, after, endsOpen } = this;
    return { at, before, after, endsOpen };
  }
}
