import type { Page } from '@playwright/test';
import axe from 'axe-core';

const THEMES = ['light', 'dark', 'high-contrast'] as const;

/** The rules of axe that depend on colours; what the others find is the same in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in what the page shows, one line each with its impact first, in every theme. Looking at colours costs
 * most by far, so that one may leave out what was looked at before.
 */
export async function flawsIn(
  page: Page,
  within = 'body',
  coloursWithin = within,
): Promise<readonly string[]> {
  // Transitions mix colours that nobody sets; what counts is what they end in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const flaws: string[] = [];
  for (const [index, theme] of THEMES.entries()) {
    await setTheme(page, theme);
    const found =
      index === 0
        ? await flawsNow(page, within)
        : await flawsNow(page, coloursWithin, COLOUR_RULES);
    flaws.push(...found.map((flaw) => `${flaw} (${theme})`));
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
  // Terminals and editors take the new colours in the next frame.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

async function flawsNow(
  page: Page,
  within: string,
  rules?: readonly string[],
): Promise<readonly string[]> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map((one) => one.finished));
  });
  // Put in by hand and once: axe's own helper for Playwright takes three times as long for each look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // No rule that we run looks into style sheets or media.
    preload: false,
    ...(rules && { runOnly: [...rules] }),
  };
  const violations = await page.evaluate(
    async ([element, wanted]) => {
      const here = globalThis as unknown as { axe: typeof axe };
      return (await here.axe.run(element, wanted)).violations;
    },
    [within, options] as const,
  );
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
