import type { Locator, Page } from '@playwright/test';

/** The region that shows what an agent wants to change. */
export class ChangesRegion {
  readonly region: Locator;
  readonly files: Locator;
  readonly comments: Locator;

  /** Of the one session on screen, or of the pane that is given. */
  constructor(
    private readonly page: Page,
    within: Page | Locator = page,
  ) {
    this.region = within.getByRole('region', { name: 'Changes', exact: true });
    this.files = this.region.getByRole('tree', { name: 'Changed files' });
    this.comments = this.region.getByRole('region', { name: 'Comments' });
  }

  file(path: string): Locator {
    return this.files.getByRole('treeitem', { name: path });
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** The bar above one of a file's hunks. */
  hunk(number: number): Locator {
    return this.region.getByRole('group', { name: new RegExp(`^Hunk ${number} of `) });
  }

  /** A file among all of them, where they are one below the other. */
  inScroll(path: string): Locator {
    return this.region
      .getByRole('region', { name: 'All changed files' })
      .getByRole('group', { name: path, exact: true });
  }

  /** Shows a file and waits until its diff is drawn. */
  async open(path: string): Promise<void> {
    await this.file(path).click();
    await this.region.getByRole('group', { name: /^Hunk 1 of / }).waitFor();
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }
}
