import { beginningOf } from '#main/base/cutText';
import type { ByteSource } from '#main/host/store/fileAccess';
import { SEARCHED_CHARACTERS } from '#main/host/store/limits';
import { scanLog } from '#main/host/store/log/logScan';
import type { Envelope } from '#shared/session/events';
import { searchTextOf } from '#shared/session/kinds/eventKinds';
import type { SearchText } from '#shared/session/searchText';

/** How much of a log has been indexed. */
export interface SearchProgress {
  readonly seq: number;
  readonly offset: number;
  /** Who titled the session: a title by the user stays. */
  readonly titledBy: string | null;
}

export const NOTHING_READ: SearchProgress = { seq: 0, offset: 0, titledBy: null };

export interface PlacedText extends SearchText {
  /** The number of the event with which the text began. */
  readonly seq: number;
  readonly at: number;
}

/** The searchable texts in a log past a point. */
export interface SearchGain {
  readonly texts: readonly PlacedText[];
  readonly progress: SearchProgress;
  /** False if the log is not the one that was read up to that point, or is damaged just past it. */
  readonly isContinuation: boolean;
}

/** Reads up to `to`, which may be within a line: that line is left for the next time. */
export async function readGain(
  log: ByteSource,
  since: SearchProgress,
  to: number,
): Promise<SearchGain> {
  let isFull = false;
  const texts = new Map<string | null, PlacedText>();
  let titledBy = since.titledBy;
  const scan = await scanLog(
    log,
    {
      visit: (event) => {
        if (event.type === 'session.titled') {
          if (titledBy === 'user' && event.by !== 'user') return;
          titledBy = event.by;
        }
        const text = searchTextOf(event);
        // Thoughts are skipped, and only the beginning of a long message is read.
        isFull = text === null;
        if (text === null) return;
        const whole = joined(texts.get(text.entryId), text, event);
        isFull = whole.text.length >= SEARCHED_CHARACTERS;
        texts.set(text.entryId, whole);
      },
      text: { mayPass: () => isFull, passed: () => undefined },
    },
    { from: since.offset, to, afterSeq: since.seq },
  );
  const hasOddities = scan.repeated > 0 || scan.missing > 0 || scan.damagedLines > 0;
  return {
    texts: [...texts.values()],
    progress: { seq: scan.lastSeq, offset: scan.end, titledBy },
    isContinuation: since.seq === 0 || !hasOddities,
  };
}

function joined(before: PlacedText | undefined, text: SearchText, event: Envelope): PlacedText {
  if (before === undefined) return { ...text, seq: event.seq, at: event.at };
  if (text.how === 'replace') return { ...before, ...text };
  if (before.text.length >= SEARCHED_CHARACTERS) return before;
  return { ...before, text: beginningOf(before.text + text.text, SEARCHED_CHARACTERS) };
}
