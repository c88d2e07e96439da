import type { Locator, Page } from '@playwright/test';

/** The panel that shows an agent's process and what goes over its wire. */
export class InspectorPanel {
  readonly region: Locator;
  readonly messages: Locator;
  readonly process: Locator;
  readonly detail: Locator;
  readonly filter: Locator;

  constructor(private readonly page: Page) {
    this.region = page.getByRole('region', { name: 'Inspector' });
    this.messages = this.region.getByRole('listbox', { name: 'Messages' });
    this.process = this.region.getByRole('region', { name: 'Agent process' });
    this.detail = this.region.getByRole('region', { name: 'Message', exact: true });
    this.filter = this.region.getByRole('searchbox', { name: 'Filter messages' });
  }

  async toggle(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Shift+Y');
  }

  message(label: string | RegExp): Locator {
    return this.messages.getByRole('option', { name: label });
  }
}
