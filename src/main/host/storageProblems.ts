import { REPLACED } from '#main/base/files/ownFile';
import type { StorageProblem } from '#shared/session/condition';
import type { WriteFailure } from './store/log/appendOnlyFile';
import type { ReadOnlyReason } from './store/log/eventLog';
import type { SessionRepair } from './store/storedSession';

/** The disk does not accept writes. Nothing is lost while the app runs. */
export function failingStorage({ code }: WriteFailure): StorageProblem {
  return { kind: 'failing', ...failureWords(code) };
}

export function readOnlyStorage(reason: ReadOnlyReason): StorageProblem {
  switch (reason.type) {
    case 'newer-version':
      return {
        kind: 'read-only',
        title: 'This session was written by a newer version of Airlock.',
        advice:
          'You can read it here. To continue it, update Airlock or continue in a new session.',
      };
    case 'not-repairable':
      return {
        kind: 'read-only',
        title: 'Airlock has no permission to write to this session’s folder.',
        advice: `You can read it here. To continue it, make its folder writable and open it again, or continue in a new session. (${reason.message})`,
      };
  }
}

/** The problem when the session was opened; null for nearly every session. */
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
    title: `${capitalised(parts.join(' and '))} can no longer be read.`,
    advice:
      'The rest is shown. Damaged lines are kept beside the log; check the disk, and restore the session from a backup if you need them.',
  };
}

export function lostBodies(bodies: number): StorageProblem {
  return {
    kind: 'damaged',
    title: `${count(bodies, 'long text')} of this session can no longer be read.`,
    advice: 'The rest of the transcript is intact. Check the disk.',
  };
}

function failureWords(code: string): Pick<StorageProblem, 'title' | 'advice'> {
  const unlost = 'Nothing is lost yet';
  switch (code) {
    case 'ENOSPC':
      return {
        title: 'Airlock cannot save this session: the disk is full.',
        advice: `${unlost}: free some disk space, and saving resumes automatically.`,
      };
    case 'EDQUOT':
      return {
        title: 'Airlock cannot save this session: your disk quota is exceeded.',
        advice: `${unlost}: free some disk space, and saving resumes automatically.`,
      };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return {
        title: 'Airlock cannot save this session: its folder is not writable.',
        advice: `${unlost}: make Airlock’s data folder writable, and saving resumes automatically.`,
      };
    case 'EMFILE':
    case 'ENFILE':
      return {
        title: 'Airlock cannot save this session: the system has no file descriptors left.',
        advice: `${unlost}: close some sessions or raise the limit (ulimit -n), and saving resumes automatically.`,
      };
    case REPLACED:
      return {
        title:
          'Airlock cannot save this session: another program has deleted or changed its files.',
        advice:
          'What has arrived since then is only in memory. Export the session, then restore its folder from a backup or from the trash.',
      };
    default:
      return {
        title: `Airlock cannot save this session: the disk reports an error (${code}).`,
        advice: `${unlost}: Airlock keeps trying. Do not quit until this message disappears.`,
      };
  }
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
