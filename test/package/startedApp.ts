import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Browser, chromium, type Page } from '@playwright/test';

/** What the app is started with, so that it can be looked into and needs no graphics card. */
export const TEST_SWITCHES = ['--remote-debugging-port=0', '--disable-gpu'];

/** Limits are there for what hangs: however busy the machine is, it has started by then. */
const START_MILLISECONDS = 180_000;

/** A running packaged app, by the port for Chromium's tools: the one that Playwright uses for Electron is switched off. */
export class StartedApp {
  private constructor(
    readonly page: Page,
    private readonly browser: Browser,
    private readonly ended: Promise<unknown>,
  ) {}

  static async connect(child: ChildProcess): Promise<StartedApp> {
    const ended = once(child, 'exit');
    const browser = await chromium.connectOverCDP(await addressIn(child));
    return new StartedApp(await firstPage(browser), browser, ended);
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.browser.close();
    await this.ended;
  }
}

/** The window of the app, once it shows something. */
export async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (page === undefined) throw new Error('It opened no window.');
  await page.waitForSelector('nav', { timeout: START_MILLISECONDS });
  return page;
}

async function addressIn(child: ChildProcess): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr as Readable })) {
    const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (found !== undefined) {
      child.stderr?.resume();
      return found;
    }
    lines.push(line);
  }
  const { exitCode, signalCode } = child;
  throw new Error(`It ended (${exitCode ?? signalCode}) without a window:\n${lines.join('\n')}`);
}
