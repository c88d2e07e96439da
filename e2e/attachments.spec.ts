import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { ScriptedAgent } from '../test/support/scenario';
import { test as base, expect, type OpenApp } from './fixtures';
import type { SessionPane } from './pages/sessionPane';

/** One red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A session with an agent that repeats all it gets, between two turns. */
interface Echo extends OpenApp {
  readonly agent: ScriptedAgent;
  readonly pane: SessionPane;
  readonly attachments: Locator;
}

interface AttachmentFixtures {
  /** Writes a file beside the project and says where. */
  outside(name: string, content: string | Buffer): Promise<string>;
  /** Starts a session, alone on the screen. */
  echo(): Promise<Echo>;
}

const test = base.extend<AttachmentFixtures>({
  outside: async ({ folder }, use) => {
    await use(async (name, content) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    });
  },

  echo: async ({ open, script, project }, use) => {
    await use(async () => {
      const agent = script('echo');
      const app = await open({ Alpha: agent });
      const pane = await app.workbench.start({ folder: project, prompt: 'one' });
      await expect(pane.transcript.getByText('one')).toHaveCount(2);
      const attachments = pane.region.getByRole('list', { name: 'Attachments' });
      return { ...app, agent, pane, attachments };
    });
  },
});

test('files and audio are mentioned, attached, linked, dropped and pasted, and sent to the agent', async ({
  echo,
  outside,
  open,
  project,
  script,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('files are mentioned, attached or linked, and survive a reload', async () => {
    const { window, pane, attachments } = await echo();
    const log = await outside('outside.log', 'a line of the log\n');
    const binary = await outside('core.dump', Buffer.from([0xff, 0xfe, 0]));
    const image = await outside('dot.png', picture);
    const files = [join(project, 'notes.md'), log, binary, image];
    await pane.region.locator('input[type="file"]').first().setInputFiles(files);

    await expect(pane.prompt).toHaveValue('@notes.md ');
    await expect(attachments.getByRole('listitem')).toHaveText([
      'outside.log',
      'core.dump',
      'dot.png',
    ]);
    await window.reload();
    await expect(attachments.getByRole('listitem')).toHaveCount(3);
    await attachments.getByRole('button', { name: 'Remove core.dump' }).click();
    await pane.send.click();

    await expect(attachments).toBeHidden();
    // A mention is a chip in what the user sent, and text in what the agent repeats.
    await expect(pane.transcript.getByText('notes.md', { exact: true }).first()).toBeVisible();
    await expect(pane.transcript.getByText('@notes.md')).toHaveCount(1);
    await expect(pane.transcript.getByText('a line of the log')).toHaveCount(2);
    await expect(pane.transcript.getByRole('img', { name: 'Attached' })).toHaveCount(2);
  });

  await test.step('files dropped on a session or pasted into the prompt are sent to its agent', async () => {
    const { window, electron, agent, pane, attachments } = await echo();
    const log = await outside('outside.log', 'a line of the log\n');
    const unwanted = await outside('unwanted.log', 'none of that\n');
    const image = await outside('dot.png', picture);
    await pane.prompt.fill('look:');
    const mark = pane.region.locator('[data-over]');
    const drag = await dragOver(window, pane.prompt, [join(project, 'notes.md'), log]);
    await expect(mark).toBeVisible();
    await drag.drop();
    await expect(mark).toBeHidden();
    await expect(attachments.getByRole('listitem')).toHaveText(['outside.log']);
    // Nobody has to hit the field itself.
    const further = await dragOver(window, pane.transcript, [unwanted, image]);
    await expect(mark).toBeVisible();
    await further.drop();
    await expect(mark).toBeHidden();
    await expect(pane.prompt).toHaveValue('look: @notes.md ');
    await expect(attachments.getByRole('listitem')).toHaveText([
      'outside.log',
      'unwanted.log',
      'dot.png',
    ]);
    await attachments.getByRole('button', { name: 'Remove unwanted.log' }).click();
    await expect(attachments.getByRole('listitem')).toHaveText(['outside.log', 'dot.png']);
    await pane.send.click();

    await expect(pane.transcript.getByRole('img', { name: 'Attached' })).toHaveCount(2);
    const [text, link, ...rest] = await promptNamed(agent, 'look: @notes.md');
    expect(text).toEqual({ type: 'text', text: 'look: @notes.md' });
    expect(link).toMatchObject({ type: 'resource_link', name: 'notes.md' });
    expect(rest).toEqual([
      {
        type: 'resource',
        resource: expect.objectContaining({
          uri: pathToFileURL(log).href,
          text: 'a line of the log\n',
        }),
      },
      expect.objectContaining({
        type: 'image',
        mimeType: 'image/png',
        data: picture.toString('base64'),
      }),
    ]);

    // A long text is attached: a field that holds it would be slow at each key.
    const copy = (text: string) =>
      electron.evaluate(({ clipboard }, t) => clipboard.writeText(t), text);
    await copy('a line of a long log\n'.repeat(15_000));
    await pane.prompt.fill('why');
    await pane.prompt.press('ControlOrMeta+v');
    await expect(attachments.getByRole('listitem')).toHaveText(['Pasted text.txt']);
    await expect(pane.prompt).toHaveValue('why');
    await copy('x'.repeat(1_000_000));
    await pane.prompt.press('ControlOrMeta+v');
    await expect(
      pane.region.getByText(/larger than 500 KB\. Save it in the project/),
    ).toBeVisible();
    await attachments.getByRole('button', { name: 'Remove Pasted text.txt' }).click();
    const dragged = await window.evaluateHandle(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'a line of a long log\n'.repeat(15_000));
      return data;
    });
    await pane.prompt.dispatchEvent('drop', { dataTransfer: dragged });
    await expect(attachments.getByRole('listitem')).toHaveText(['Dropped text.txt']);
    await expect(pane.prompt).toHaveValue('why');
    await attachments.getByRole('button', { name: 'Remove Dropped text.txt' }).click();

    const pasted = await outside('pasted.log', 'a pasted line\n');
    await pane.prompt.fill('see this');
    await window.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = new Blob([bytes], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    }, picture.toString('base64'));
    await window.keyboard.press('ControlOrMeta+v');
    await expect(attachments.getByRole('listitem')).toHaveText(['image.png']);
    await attachments.getByRole('button', { name: 'Remove image.png' }).click();
    await expect(attachments).toBeHidden();
    await pane.prompt.press('ControlOrMeta+v');
    await expect(attachments.getByRole('listitem')).toHaveText(['image.png']);

    await pasteFile(window, pane.prompt, pasted);
    await expect(attachments.getByRole('listitem')).toHaveText(['image.png', 'pasted.log']);
    await expect(pane.prompt).toHaveValue('see this');
    await pane.send.click();

    await expect(pane.transcript.getByRole('img', { name: 'Attached' })).toHaveCount(4);
    const [, sent, file] = await promptNamed(agent, 'see this');
    expect(sent).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const size = await electron.evaluate(
      ({ nativeImage }, data) =>
        nativeImage.createFromBuffer(Buffer.from(data, 'base64')).getSize(),
      String(sent?.data),
    );
    expect(size).toEqual({ width: 1, height: 1 });
    expect(file).toMatchObject({
      resource: { uri: pathToFileURL(pasted).href, text: 'a pasted line\n' },
    });
  });

  await test.step('audio is attached where the agent accepts it, and plays when the user says so', async () => {
    const data = sound().toString('base64');
    const audio = { type: 'audio', mimeType: 'audio/wav', data };
    const promptCapabilities = { audio: true };
    const agent = script({
      initialize: { agentCapabilities: { promptCapabilities } },
      turns: [[{ update: { sessionUpdate: 'agent_message_chunk', content: audio } }]],
    });
    const { workbench, window } = await open({ Alpha: agent });
    const pane = await workbench.start({ folder: project, prompt: 'Sing' });
    const player = pane.transcript.getByRole('region', { name: 'Audio (audio/wav)' });
    await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
    await player.getByRole('button', { name: 'Play' }).click();
    await expect(player).toContainText('0:01');

    const choosing = window.waitForEvent('filechooser');
    await pane.region.getByRole('button', { name: 'Attach audio' }).click();
    await (await choosing).setFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: sound() });
    await expect(pane.region.getByRole('list', { name: 'Attachments' })).toContainText('a.wav');
    await pane.send.click();
    const { message } = await agent.journal.waitFor(
      'received',
      (entry) =>
        JSON.stringify(entry).includes('"audio"') && entry.message.method === 'session/prompt',
    );
    expect(message.params).toMatchObject({ prompt: [audio] });
  });
});

/** As the system does it, with real files; Playwright's own events carry none from the disk. */
async function dragOver(window: Page, target: Locator, files: string[]) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('Nothing to drop on.');
  const devtools = await window.context().newCDPSession(window);
  const COPY = 1;
  const event = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items: [], files, dragOperationsMask: COPY },
  };
  await devtools.send('Input.dispatchDragEvent', { type: 'dragEnter', ...event });
  await devtools.send('Input.dispatchDragEvent', { type: 'dragOver', ...event });
  return {
    drop: async () => {
      await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...event });
      await devtools.detach();
    },
  };
}

/** A file manager's copy, but for the clipboard, which tests cannot put files on. */
async function pasteFile(window: Page, target: Locator, path: string): Promise<void> {
  const chooser = await window.evaluateHandle(() =>
    Object.assign(document.createElement('input'), { type: 'file' }),
  );
  await chooser.setInputFiles(path);
  await target.evaluate((field, { files }) => {
    const clipboardData = new DataTransfer();
    for (const file of files ?? []) clipboardData.items.add(file);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, chooser);
}

type Block = Readonly<Record<string, unknown>>;

/** What the agent received with this text. */
async function promptNamed(agent: ScriptedAgent, text: string): Promise<readonly Block[]> {
  const blocksOf = (params: unknown) => (params as { prompt?: Block[] } | undefined)?.prompt ?? [];
  const { message } = await agent.journal.waitFor(
    'received',
    ({ message: { method, params } }) =>
      method === 'session/prompt' && blocksOf(params)[0]?.text === text,
  );
  return blocksOf(message.params);
}

/** A second of silence. */
function sound(): Buffer {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  return Buffer.concat([header, Buffer.alloc(rate, 128)]);
}
