import { expect, type Locator, type Page } from '@playwright/test';
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

  /** The choices of sessions that have no others: the dialog's own, which remembers the last ones, unless given. */
  constructor(
    readonly page: Page,
    private readonly usual: Partial<NewSession> = {},
  ) {
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
  async start(given: NewSession): Promise<SessionPane> {
    const wish = { ...this.usual, ...given };
    await this.page.getByRole('button', { name: 'New session', exact: true }).click();
    const dialog = this.dialog('New session');
    if (wish.agent !== undefined) await this.chooseAgent(wish.agent);
    // The dialog remembers those of the last time.
    const also = dialog.getByRole('group', { name: 'Also send this prompt to' });
    const ticked = also.getByRole('checkbox', { checked: true });
    while ((await ticked.count()) > 0) await ticked.first().uncheck();
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

  /** Takes all sessions off the screen; they stay in the list. */
  async closePanes(): Promise<void> {
    const tabs = this.page.locator('.dv-tab');
    if ((await tabs.count()) === 0) return;
    await this.page.keyboard.press('ControlOrMeta+Alt+1');
    for (let left = await tabs.count(); left > 0; left--) {
      await expect(tabs).toHaveCount(left);
      await this.page.keyboard.press('ControlOrMeta+w');
    }
    await expect(this.sessions).toHaveCount(0);
  }

  /** Runs a command by its title in the palette. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    const palette = this.dialog('Command palette');
    await palette.getByRole('combobox').fill(title);
    await palette.getByRole('option', { name: title }).first().click();
  }

  private async chooseAgent(name: string): Promise<void> {
    const agent = this.dialog('New session').getByRole('combobox', { name: 'Agent' });
    if ((await agent.inputValue()) === name) return;
    await agent.click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }
}
