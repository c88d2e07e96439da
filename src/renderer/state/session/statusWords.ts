import type { ShownStatus } from './shownStatus';

/** A session's status in words. */
export const statusWords: Readonly<Record<ShownStatus, string>> = {
  starting: 'Starting',
  working: 'Working',
  waiting: 'Waiting for you',
  review: 'Ready for review',
  failed: 'Failed',
  interrupted: 'Interrupted',
  idle: 'Idle',
};
