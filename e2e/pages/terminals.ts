import { expect, type Locator, type Page } from '@playwright/test';

/** The panel at the foot of the window. */
export class Terminals {
  readonly region: Locator;
  readonly tabs: Locator;

  constructor(private readonly page: Page) {
    this.region = page.getByRole('region', { name: 'Terminal', exact: true });
    this.tabs = this.region.getByRole('tab');
  }

  /** What the terminals of the tab in front show, from left to right. */
  get screens(): Locator {
    return this.region.locator('.xterm-rows');
  }

  get screen(): Locator {
    return this.screens.first();
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  tab(name: string | RegExp): Locator {
    return this.region.getByRole('tab', { name });
  }

  /** Opens a shell and waits until it takes commands. */
  async open(): Promise<void> {
    const before = await this.tabs.count();
    await this.button('New terminal').click();
    await expect(this.tabs).toHaveCount(before + 1);
    await this.ready(`ready${before}`);
  }

  /** The shell in front has started, and has the keyboard. */
  async ready(word: string): Promise<void> {
    await expect(this.region.locator('textarea').last()).toBeFocused();
    // Put together by the shell, so that the echo of the typing is not taken for the answer.
    await this.run(`echo ${word.slice(0, 2)}""${word.slice(2)}`);
    await expect(this.screens.last()).toContainText(word);
  }

  async run(command: string): Promise<void> {
    await this.page.keyboard.type(`${command}\n`);
  }

  /** How many columns and rows the program in front is told. */
  async size(): Promise<{ columns: number; rows: number }> {
    const mark = `size${Math.floor(performance.now())}`;
    await this.run(`echo ${mark}=$(stty size | tr " " x)`);
    const pattern = new RegExp(`${mark}=(\\d+)x(\\d+)`);
    await expect(this.screen).toContainText(pattern);
    const [, rows, columns] = pattern.exec((await this.screen.textContent()) ?? '') ?? [];
    return { columns: Number(columns), rows: Number(rows) };
  }
}
