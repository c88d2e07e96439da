import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../setup/failure.mjs';

const TIME_LIMIT_MILLISECONDS = 60_000;
const LOOK_EVERY_MILLISECONDS = 100;

/**
 * Waits until the app has written the whole image; `signal` stops the wait when the app has ended.
 */
export async function waitForScreenshot(path, signal) {
  const deadline = Date.now() + TIME_LIMIT_MILLISECONDS;
  while (!(existsSync(path) && isWholePicture(readFileSync(path)))) {
    if (signal.aborted) throw noScreenshot('it ended first');
    if (Date.now() > deadline) throw noScreenshot('a minute has passed');
    await sleep(LOOK_EVERY_MILLISECONDS);
  }
}

/** A PNG ends with its IEND chunk: four bytes of length, the name, four bytes of checksum. */
export function isWholePicture(bytes) {
  return bytes.subarray(-8, -4).toString('latin1') === 'IEND';
}

function noScreenshot(reason) {
  return new Failure(
    `The app wrote no screenshot: ${reason}.`,
    'read what the app printed above, then run this again.',
  );
}
