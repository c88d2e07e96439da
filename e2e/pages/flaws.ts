import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { takenInTurn, takesAll, turnOfToday } from '../../scripts/testing/rotation.mjs';

const THEMES = ['light', 'dark', 'high-contrast'] as const;

/** Each costs as much as the first look at a screen: a run takes one of them, another one each day. */
const themes = takesAll() ? THEMES : takenInTurn(THEMES, 1 / THEMES.length, turnOfToday());

/** The rules of axe that depend on colours; what the others find is the same in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The rules that something which lies over the page can break in what lies below. */
const COVERED_RULES = ['aria-hidden-body', 'aria-hidden-focus', 'duplicate-id-aria'];

/** What axe finds in a part of the page, one line each with its impact first, in the themes of this run. */
export async function flawsIn(page: Page, within = 'body'): Promise<readonly string[]> {
  // Transitions mix colours that nobody sets; what counts is what they end in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const flaws: string[] = [];
  for (const [index, theme] of themes.entries()) {
    await setTheme(page, theme);
    const found = await flawsNow(page, within, index === 0 ? undefined : COLOUR_RULES);
    flaws.push(...found.map((flaw) => `${flaw} (${theme})`));
  }
  return flaws;
}

/** What is new in a page of which only `cover` was not looked at before: looking costs most where the page is large. */
export async function flawsOver(page: Page, cover: string): Promise<readonly string[]> {
  return [...(await flawsNow(page, 'body', COVERED_RULES)), ...(await flawsIn(page, cover))];
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
