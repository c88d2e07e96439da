import { beginningOf } from '#main/base/cutText';
import type { Envelope } from '#shared/session/events';
import type { ByteSource } from './fileAccess';
import { SEARCHED_CHARACTERS } from './limits';
import { scanLog } from './logScan';
import { type SearchText, searchTextOf } from './searchText';

/** How much of a log has been taken in. */
export interface SearchProgress {
  readonly seq: number;
  readonly offset: number;
  /** Who named the session: a name that the user gave stays. */
  readonly titledBy: string | null;
}

export const NOTHING_READ: SearchProgress = { seq: 0, offset: 0, titledBy: null };

export interface PlacedText extends SearchText {
  /** Of the event that brought the first of it. */
  readonly seq: number;
  readonly at: number;
}

/** What a log has to say past a point. */
export interface SearchGain {
  readonly texts: readonly PlacedText[];
  readonly progress: SearchProgress;
  /** False: the log is not the one that was read up to that point, or is damaged just past it. */
  readonly isContinuation: boolean;
}

/** As far as `to`, which may lie within a line: that line is then left for the next time. */
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
        // Thoughts are not looked at, and of a long message only its beginning.
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
