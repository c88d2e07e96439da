import type { Locator, Page } from '@playwright/test';
import { SessionList } from './sessionList';
import { SessionPane } from './sessionPane';

export interface NewSession {
  readonly folder: string;
  readonly prompt?: string;
  /** By name; the one that the dialog offers unless told. */
  readonly agent?: string;
  readonly alsoAgents?: readonly string[];
  readonly isolation?: 'Sealed' | 'Isolated' | 'In place';
}

/** The whole window, as a user goes about it. */
export class Workbench {
  readonly list: SessionList;

  constructor(readonly page: Page) {
    this.list = new SessionList(page);
  }

  session(title: string | RegExp): SessionPane {
    return new SessionPane(this.page, title);
  }

  get sessions(): Locator {
    return this.page.getByRole('region', { name: /^Session: / });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** Starts a session by the dialog; its pane is titled like its prompt. */
  async start(wish: NewSession): Promise<SessionPane> {
    await this.page.getByRole('button', { name: 'New session', exact: true }).click();
    const dialog = this.dialog('New session');
    if (wish.agent !== undefined) await this.chooseAgent(wish.agent);
    // The dialog remembers those of the last time.
    const also = dialog.getByRole('group', { name: 'Also send this prompt to' });
    for (const agent of await also.getByRole('checkbox', { checked: true }).all()) {
      await agent.uncheck();
    }
    for (const name of wish.alsoAgents ?? []) {
      await also.getByRole('checkbox', { name }).check();
    }
    if (wish.isolation) await dialog.getByRole('radio', { name: wish.isolation }).check();
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(wish.folder);
    if (wish.prompt) await dialog.getByRole('textbox', { name: 'Prompt' }).fill(wish.prompt);
    await dialog.getByRole('button', { name: /^Start/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    return this.session(wish.prompt ?? 'New session');
  }

  /** Runs a command by its title in the palette. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    const palette = this.dialog('Command palette');
    await palette.getByRole('combobox').fill(title);
    await palette.getByRole('option', { name: title }).first().click();
  }

  private async chooseAgent(name: string): Promise<void> {
    await this.dialog('New session').getByRole('combobox', { name: 'Agent' }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }
}
