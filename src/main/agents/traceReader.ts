import { type FileHandle, open } from 'node:fs/promises';
import { DisposableOwner } from '#main/base/disposable';
import { ifExists } from '#main/base/files/ifExists';
import { onUnexpectedError } from '#main/base/unexpected';
import type { FrameDirection } from '#shared/ipc/inspector';
import { TRACE_BLOCK_BYTES, TRACE_FILES } from './limits';
import type { WireFrame } from './lines/wireTap';

/** The position of a frame's line, valid while the reader that found it is open. */
export interface FramePlace {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

export interface PlacedFrame extends WireFrame {
  readonly place: FramePlace;
}

/**
 * One file of the trace. It is identified by its inode, because its name changes when it is set
 * aside.
 */
interface OpenFile {
  readonly identity: string;
  readonly handle: FileHandle;
  /** Everything before this position has been read. */
  position: number;
}

const LINE_FEED = 10;
const directions: ReadonlySet<unknown> = new Set<FrameDirection>([
  'in',
  'out',
  'stderr',
  'garbage',
  'problem',
]);

/** Reads the frames of one run from its agent's trace, even while more are written. */
export class TraceReader extends DisposableOwner {
  private readonly files: (OpenFile | null)[] = [];
  private readonly mark: Buffer;

  constructor(
    /** The paths of the trace files, newest first. */
    private readonly paths: readonly string[],
    run: string,
    private readonly flush: () => Promise<void>,
  ) {
    super();
    this.mark = Buffer.from(`{"run":${JSON.stringify(run)},`);
  }

  /** The frames written since the last call, oldest first, in blocks that are read one by one. */
  async *more(): AsyncGenerator<readonly PlacedFrame[]> {
    await this.flush();
    await this.openNew();
    const block = Buffer.allocUnsafe(TRACE_BLOCK_BYTES);
    for (const [index, file] of this.files.entries()) {
      while (file !== null && !this.isDisposed) {
        const { bytesRead } = await file.handle.read(block, 0, block.length, file.position);
        const end = block.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
        if (end === 0 && bytesRead < block.length) break;
        if (end === 0) {
          // The line is longer than any that we write: skip it.
          file.position += bytesRead;
          continue;
        }
        const frames = this.framesIn(block.subarray(0, end), index, file.position);
        file.position += end;
        if (frames.length > 0) yield frames;
      }
    }
  }

  /**
   * The frames at these places, or null for those that are gone. Pass the places in the order of
   * the trace: neighbours are read together.
   */
  async readAll(places: readonly FramePlace[]): Promise<readonly (WireFrame | null)[]> {
    const frames: (WireFrame | null)[] = [];
    for (const group of closeTogether(places)) frames.push(...(await this.readGroup(group)));
    return frames;
  }

  private async readGroup(group: PlaceGroup): Promise<readonly (WireFrame | null)[]> {
    const { file, start, end, places } = group;
    const open = this.files[file];
    if (open === undefined || open === null || this.isDisposed) return places.map(() => null);
    const block = Buffer.allocUnsafe(end - start);
    const { bytesRead } = await open.handle.read(block, 0, block.length, start);
    return places.map(({ offset, length }) => {
      const from = offset - start;
      if (from + length > bytesRead) return null;
      return parseLine(block.toString('utf8', from, from + length));
    });
  }

  protected override release(): void {
    for (const file of this.files) file?.handle.close().catch(onUnexpectedError);
    super.release();
  }

  /**
   * Opens new files from the newest to the oldest, so that a file that is set aside in the meantime
   * is found twice rather than missed.
   */
  private async openNew(): Promise<void> {
    const known = new Set(this.files.map((file) => file?.identity));
    const found: OpenFile[] = [];
    for (const path of this.paths) {
      const handle = await ifExists(open(path, 'r'));
      if (handle === undefined) continue;
      const { dev, ino } = await handle.stat({ bigint: true });
      const identity = `${dev}:${ino}`;
      if (known.has(identity)) {
        await handle.close();
        break;
      }
      known.add(identity);
      found.unshift({ identity, handle, position: 0 });
    }
    this.files.push(...found);
    if (this.isDisposed) {
      await Promise.all(found.map(({ handle }) => handle.close()));
      this.files.fill(null);
    }
    // Close files that were removed from the trace after a short time.
    const kept = this.files.length - TRACE_FILES - 1;
    for (let index = 0; index < kept; index++) {
      await this.files[index]?.handle.close();
      this.files[index] = null;
    }
  }

  private framesIn(lines: Buffer, file: number, position: number): readonly PlacedFrame[] {
    const frames: PlacedFrame[] = [];
    for (let start = 0; start < lines.length; ) {
      const end = lines.indexOf(LINE_FEED, start);
      const isOurs = lines.subarray(start, start + this.mark.length).equals(this.mark);
      const frame = isOurs ? parseLine(lines.toString('utf8', start, end)) : null;
      const place = { file, offset: position + start, length: end - start };
      if (frame) frames.push({ ...frame, place });
      start = end + 1;
    }
    return frames;
  }
}

interface PlaceGroup {
  readonly file: number;
  readonly start: number;
  end: number;
  readonly places: FramePlace[];
}

/** Groups of places that fit into one block or have only one place. */
function closeTogether(places: readonly FramePlace[]): readonly PlaceGroup[] {
  const groups: PlaceGroup[] = [];
  for (const place of places) {
    const { file, offset, length } = place;
    const end = offset + length;
    const last = groups.at(-1);
    const isClose =
      last?.file === file && offset >= last.end && end - last.start <= TRACE_BLOCK_BYTES;
    if (last !== undefined && isClose) {
      last.end = end;
      last.places.push(place);
    } else {
      groups.push({ file, start: offset, end, places: [place] });
    }
  }
  return groups;
}

/** Null for an invalid line, because anybody can edit the file. */
function parseLine(line: string): WireFrame | null {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const { number, at, direction, bytes, text, cut } = value;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (typeof number !== 'number' || typeof bytes !== 'number' || typeof text !== 'string') {
    return null;
  }
  if (Number.isNaN(time) || !directions.has(direction)) return null;
  const isCut = cut === true;
  return { number, at: time, direction: direction as FrameDirection, bytes, text, isCut };
}
