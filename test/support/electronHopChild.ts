import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { electronHop } from '#main/app/update/electronHop';

/**
 * Sends requests to a server as the app does, in one of Electron's own processes, and prints each
 * result.
 */
const [address = ''] = process.argv.slice(-1);

/** Far beyond the limit, so the test stops waiting. */
const PATIENCE_MILLISECONDS = 5_000;

async function outcome(path: string, limitMilliseconds: number): Promise<string> {
  const given = delay(limitMilliseconds + PATIENCE_MILLISECONDS, 'never ended', { ref: false });
  return Promise.race([ask(path, limitMilliseconds), given]);
}

async function ask(path: string, limitMilliseconds: number): Promise<string> {
  try {
    const signal = AbortSignal.timeout(limitMilliseconds);
    const response = await electronHop(`${address}${path}`, signal);
    const location = response.headers.get('location');
    if (location !== null) return `${response.status} to ${location}`;
    return `${response.status} with ${(await response.text()).length}`;
  } catch (error) {
    return `failed: ${(error as Error).name}`;
  }
}

async function unread(path: string): Promise<string> {
  const response = await electronHop(`${address}${path}`, new AbortController().signal);
  await response.body?.cancel();
  return 'left';
}

/** Not at the top level: Electron is only ready once this module has been read to its end. */
async function askAll(): Promise<void> {
  await app.whenReady();
  const outcomes = {
    whole: await outcome('whole', 60_000),
    elsewhere: await outcome('elsewhere', 60_000),
    cut: await outcome('cut', 60_000),
    silent: await outcome('silent', 200),
    dripping: await outcome('dripping', 1_000),
    unread: await unread('unread'),
  };
  process.stdout.write(`outcomes ${JSON.stringify(outcomes)}\n`, () => app.exit(0));
}

app.disableHardwareAcceleration();
void askAll();
