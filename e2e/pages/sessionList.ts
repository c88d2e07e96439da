import type { Locator, Page } from '@playwright/test';

/** The sidebar. */
export class SessionList {
  readonly navigation: Locator;
  readonly search: Locator;
  readonly waiting: Locator;

  constructor(private readonly page: Page) {
    this.navigation = page.getByRole('navigation', { name: 'Sessions' });
    this.search = this.navigation.getByRole('searchbox', { name: 'Search sessions' });
    this.waiting = this.navigation.getByRole('button', { name: /wait/i });
  }

  row(title: string): Locator {
    return (
      this.navigation
        // Sessions of a set are a level deeper, below its row.
        .locator('[role=treeitem][data-row^="ses_"]')
        .filter({ has: this.page.getByText(title, { exact: true }) })
    );
  }

  folder(name: string): Locator {
    return this.navigation.getByRole('treeitem', { level: 1, name });
  }

  /** Right-clicks a session and picks from its menu. */
  async pick(title: string, item: string): Promise<void> {
    await this.row(title).click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }
}
