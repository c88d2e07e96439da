import type { Locator, Page } from '@playwright/test';
import { ChangesRegion } from './changes';

/** One session on screen: what was said in it, and the prompt. */
export class SessionPane {
  readonly region: Locator;
  readonly transcript: Locator;
  readonly prompt: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly permissions: Locator;

  constructor(
    private readonly page: Page,
    title: string | RegExp,
  ) {
    this.region = page.getByRole('region', {
      name: typeof title === 'string' ? `Session: ${title}` : title,
      exact: true,
    });
    this.transcript = this.region.getByRole('log', { name: 'Transcript' });
    this.prompt = this.region.getByRole('textbox', { name: 'Prompt' });
    this.send = this.region.getByRole('button', { name: 'Send', exact: true });
    this.stop = this.region.getByRole('button', { name: 'Stop', exact: true });
    this.permissions = this.region.getByRole('group', { name: 'Permission request' });
  }

  async say(text: string): Promise<void> {
    await this.prompt.fill(text);
    await this.send.click();
  }

  /** A button of the permission request that is open. */
  option(name: string): Locator {
    return this.permissions.getByRole('button', { name, exact: true });
  }

  /** The changes of this session, brought up where the pane is too narrow to show them unasked. */
  async review(): Promise<ChangesRegion> {
    const changes = new ChangesRegion(this.page, this.region);
    const bar = this.region.getByRole('group', { name: 'Changes to review' });
    const review = bar.getByRole('button', { name: 'Review changes', exact: true });
    await review.or(changes.region).first().waitFor();
    if (!(await changes.region.isVisible())) await review.click();
    return changes;
  }
}
