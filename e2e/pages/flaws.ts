import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const THEMES = ['light', 'dark', 'high-contrast'] as const;

/** What axe finds in what the page shows, one line each with its impact first, in every theme. */
export async function flawsIn(page: Page, within = 'body'): Promise<readonly string[]> {
  // Transitions mix colours that nobody sets; what counts is what they end in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const flaws: string[] = [];
  for (const theme of THEMES) {
    await setTheme(page, theme);
    flaws.push(...(await flawsNow(page, within)).map((flaw) => `${flaw} (${theme})`));
  }
  return flaws;
}

async function setTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate(async (value) => {
    const { airlock } = globalThis as unknown as {
      airlock: { request: Record<string, (input: unknown) => Promise<unknown>> };
    };
    await airlock.request['settings.update']?.({ changes: [{ path: ['theme'], value }] });
  }, theme);
  await page.waitForSelector(`html[data-theme="${theme}"]`);
}

async function flawsNow(page: Page, within: string): Promise<readonly string[]> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map((one) => one.finished));
  });
  // Legacy mode: Electron has no context that could open the page in which axe sums up.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(within)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
