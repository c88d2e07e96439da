import type { StorageProblem } from '#shared/session/condition';
import type { WriteFailure } from './store/appendOnlyFile';
import type { ReadOnlyReason } from './store/eventLog';
import type { SessionRepair } from './store/storedSession';

/** The disk refuses what is written; nothing is lost as long as the program runs. */
export function failingStorage({ code }: WriteFailure): StorageProblem {
  return { kind: 'failing', ...failureWords(code) };
}

export function readOnlyStorage(reason: ReadOnlyReason): StorageProblem {
  switch (reason.type) {
    case 'newer-version':
      return {
        kind: 'read-only',
        title: 'This session was written by a newer version of Airlock.',
        advice: 'You can read it here. To continue it, update Airlock or go on in a new session.',
      };
    case 'not-repairable':
      return {
        kind: 'read-only',
        title: 'Airlock may not write to the folder of this session.',
        advice: `You can read it here. To continue it, make its folder writable and open it again, or go on in a new session. (${reason.message})`,
      };
  }
}

/** What was wrong when the session was opened; null for nearly every session. */
export function damagedStorage({ log, blobs, isShortened }: SessionRepair): StorageProblem | null {
  const lost = Math.max(log.damagedLines, log.missing);
  if (lost === 0 && blobs.damagedBytes === 0 && !isShortened) return null;
  const parts = [
    ...(lost > 0 ? [`${count(lost, 'event')} of this session`] : []),
    ...(isShortened ? ['the end of this session’s log'] : []),
    ...(blobs.damagedBytes > 0 ? ['some of its long texts'] : []),
  ];
  return {
    kind: 'damaged',
    title: `${capitalised(parts.join(' and '))} cannot be read any more.`,
    advice:
      'The rest is shown. Damaged lines are kept beside the log; check the disk, and restore the session from a backup if you need them.',
  };
}

export function lostBodies(bodies: number): StorageProblem {
  return {
    kind: 'damaged',
    title: `${count(bodies, 'long text')} of this session cannot be read any more.`,
    advice: 'The rest of the transcript is whole. Check the disk.',
  };
}

function failureWords(code: string): Pick<StorageProblem, 'title' | 'advice'> {
  const unlost = 'Nothing is lost yet';
  switch (code) {
    case 'ENOSPC':
      return {
        title: 'Airlock cannot save this session: the disk is full.',
        advice: `${unlost}: free some space, and it goes on by itself.`,
      };
    case 'EDQUOT':
      return {
        title: 'Airlock cannot save this session: your share of the disk is used up.',
        advice: `${unlost}: free some space, and it goes on by itself.`,
      };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return {
        title: 'Airlock cannot save this session: its folder may not be written to.',
        advice: `${unlost}: make Airlock’s data folder writable, and it goes on by itself.`,
      };
    case 'EMFILE':
    case 'ENFILE':
      return {
        title: 'Airlock cannot save this session: the system has no file descriptors left.',
        advice: `${unlost}: close some sessions or raise the limit (ulimit -n), and it goes on by itself.`,
      };
    default:
      return {
        title: `Airlock cannot save this session: the disk reports an error (${code}).`,
        advice: `${unlost}: Airlock keeps trying. Do not quit before this is gone.`,
      };
  }
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
