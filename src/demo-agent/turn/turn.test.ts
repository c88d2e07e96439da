import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TestClient, temporaryFolder } from '#test/demoAgent/testClient';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a turn', () => {
  test('sends a title, thoughts, a plan and usage, and ends', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    const response = await client.prompt(sessionId, 'find foo then create b.txt with bar');
    const kinds = client.updates(sessionId).map((update) => update.sessionUpdate);
    expect(new Set(kinds)).toEqual(
      new Set([
        'available_commands_update',
        'current_mode_update',
        'session_info_update',
        'agent_thought_chunk',
        'plan',
        'tool_call',
        'tool_call_update',
        'agent_message_chunk',
        'usage_update',
      ]),
    );
    expect(client.updates(sessionId)).toContainEqual({
      sessionUpdate: 'session_info_update',
      title: 'Find foo',
    });
    const lastPlan = client
      .updates(sessionId)
      .findLast((update) => update.sessionUpdate === 'plan');
    expect(lastPlan).toMatchObject({
      entries: [
        { content: 'Find “foo”', status: 'completed' },
        { content: 'Create b.txt', status: 'completed' },
      ],
    });
    expect(response.stopReason).toBe('end_turn');
    expect(response.usage).toMatchObject({ inputTokens: 7 });
    expect(client.said(sessionId)).toContain('All 2 steps are done.');
  });

  test('steps joined by "then" are skipped after a rejected one; steps on their own line are not', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
    const client = await TestClient.start({ permission: () => 'reject_once' });
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(
      sessionId,
      'create b.txt with x then create c.txt with y\nfind foo',
    );
    expect(client.permissions).toHaveLength(1);
    expect(said).toContain(
      '1 of 3 steps are done. Not done:\n\n- Create `b.txt`: rejected\n- Create `c.txt`: skipped',
    );
    expect(said).toContain('**1 match** of `foo`');
  });

  test('speech is sent in small chunks of one message', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ pace: 'steady' });
    const { sessionId } = await client.newSession(folder);
    await client.prompt(sessionId, 'what is the weather like');
    const chunks = client
      .updates(sessionId)
      .flatMap((update) => (update.sessionUpdate === 'agent_message_chunk' ? [update] : []));
    expect(chunks.length).toBeGreaterThan(10);
    expect(new Set(chunks.map((chunk) => chunk.messageId)).size).toBe(1);
  });

  test('a cancel stops it in the middle of a sentence', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ pace: 'steady' });
    const { sessionId } = await client.newSession(folder);
    const turn = client.prompt(sessionId, '/help');
    await client.until(() => client.said(sessionId) !== '');
    await client.cancel(sessionId);
    expect((await turn).stopReason).toBe('cancelled');
    expect(client.said(sessionId)).not.toContain('mode switches');
    expect(await client.ask(sessionId, '/explain')).toContain('“/help” *(you stopped me)*');
  });

  test('prompts are queued, and a cancel ends the queued ones too', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities: { terminal: true } });
    const sessionId = await client.newSessionIn('auto', folder);
    const first = client.prompt(sessionId, 'run sleep 1000');
    const second = client.prompt(sessionId, 'run never');
    await client.until(() => client.terminals.all.size === 1);
    await client.cancel(sessionId);
    expect([(await first).stopReason, (await second).stopReason]).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect(client.terminals.all.size).toBe(1);
  });

  test('a permission answered with "cancelled" ends the turn', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ permission: () => 'cancelled' });
    const { sessionId } = await client.newSession(folder);
    expect(
      (await client.prompt(sessionId, 'create a.txt with x\ncreate b.txt with y')).stopReason,
    ).toBe('cancelled');
    expect(client.permissions).toHaveLength(1);
  });

  test('two sessions work at the same time', async () => {
    const one = await temporaryFolder({ 'a.txt': 'foo\n' });
    const two = await temporaryFolder({ 'a.txt': 'foo\n' });
    let answer: ((option: string) => void) | undefined;
    const held = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const client = await TestClient.start({ permission: () => held });
    const { sessionId: first } = await client.newSession(one);
    const second = await client.newSessionIn('auto', two);
    const waiting = client.prompt(first, 'replace foo with one');
    await client.until(() => client.permissions.length === 1);
    await client.prompt(second, 'replace foo with two');
    expect(await readFile(join(two, 'a.txt'), 'utf8')).toBe('two\n');
    expect(await readFile(join(one, 'a.txt'), 'utf8')).toBe('foo\n');
    answer?.('allow_once');
    await waiting;
    expect(await readFile(join(one, 'a.txt'), 'utf8')).toBe('one\n');
  });
});

describe('prompt content', () => {
  test('an image is described, with its type and size', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, [{ type: 'image', data: png, mimeType: 'image/png' }]);
    expect(said).toContain('(`image/png`, 70 bytes, 1 × 1 pixels)');
    const images = client
      .updates(sessionId)
      .flatMap((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'image'
          ? [update.content]
          : [],
      );
    expect(images).toMatchObject([{ data: png, mimeType: 'image/png' }]);
  });

  test('a linked file is the subject of the request', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'foo\n', 'b.txt': 'foo\n' });
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    const uri = pathToFileURL(join(folder, 'b.txt')).href;
    await client.prompt(sessionId, [
      { type: 'text', text: 'replace foo with bar' },
      { type: 'resource_link', uri, name: 'b.txt' },
    ]);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('foo\n');
    expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('bar\n');
    const said = await client.ask(sessionId, [
      { type: 'text', text: 'find bar in ' },
      { type: 'resource_link', uri, name: 'b.txt' },
    ]);
    expect(said).toContain('**1 match** of `bar` in 1 file');
  });

  test('embedded text and other links are named; audio is ignored', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, [
      {
        type: 'resource',
        resource: { uri: pathToFileURL(join(folder, 'x.md')).href, text: '# X' },
      },
      { type: 'resource_link', uri: 'https://example.org/y', name: 'y' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    ]);
    expect(said).toContain('With it came `x.md`, `https://example.org/y`.');
    expect(said).toContain('I cannot hear');
    expect(said).toContain('Tell me what to do with it');
  });
});

describe('answers in text', () => {
  test('an unknown request gets the closest command and files of this project as suggestions', async () => {
    const folder = await temporaryFolder({ 'README.md': '# Hello\n', 'package.json': '{}\n' });
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, '/raplace a with b');
    expect(said).toContain('I did not understand `/raplace a with b`.');
    expect(said).toContain('The closest thing I know is `/replace`.');
    expect(said).toContain('`show README.md`');
    expect(said).toContain('`run npm test`');
  });

  test('help lists only what works with this client', async () => {
    const folder = await temporaryFolder();
    const plain = await TestClient.start();
    const { sessionId } = await plain.newSession(folder);
    expect(await plain.ask(sessionId, 'hello')).not.toContain('/compact');
    expect(plain.said(sessionId)).toMatch(/^Hello! I am the agent that comes with Airlock\./);
    const rich = await TestClient.start({
      capabilities: { session: { compaction: {} }, elicitation: { form: {} } },
    });
    const { sessionId: other } = await rich.newSession(folder);
    expect(await rich.ask(other, '/help')).toContain('`/compact`');
  });

  test('explain lists what was done, turn by turn', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
    const client = await TestClient.start();
    const sessionId = await client.newSessionIn('auto', folder);
    expect(await client.ask(sessionId, '/explain')).toContain('Nothing yet');
    await client.prompt(sessionId, 'replace foo with bar then run true');
    const said = await client.ask(sessionId, 'what did you do?');
    expect(said).toContain(
      '**2.** “replace foo with bar then run true”\n- changed `a.txt`: `foo` → `bar`, 1 place\n- ran `true`, which succeeded',
    );
  });

  test('an incomplete request is answered with what is missing', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    expect(await client.ask(sessionId, '/replace foo')).toBe(
      'I need the old text and the new text. It goes like this: `/replace old -> new [in src/**/*.ts]`.',
    );
  });
});

describe('questions and memory', () => {
  test('a form is shown, and its answer creates a file', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({
        action: 'accept',
        content: { name: 'plan', kind: 'checklist', dated: false },
      }),
    });
    const sessionId = await client.newSessionIn('auto', folder);
    await client.prompt(sessionId, '/ask');
    expect(client.elicitations).toMatchObject([
      {
        mode: 'form',
        requestedSchema: {
          properties: {
            name: { type: 'string' },
            kind: { oneOf: [{ const: 'note' }, { const: 'checklist' }, { const: 'decision' }] },
            dated: { type: 'boolean' },
          },
        },
      },
    ]);
    expect(await readFile(join(folder, 'plan.md'), 'utf8')).toBe(
      '# plan\n\n- [ ] First\n- [ ] Second\n',
    );
  });

  test('a declined form creates nothing, and one that the client cannot show is not sent', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: 'decline' }),
    });
    const { sessionId } = await client.newSession(folder);
    expect(await client.ask(sessionId, '/ask')).toContain('Nothing was made.');
    const plain = await TestClient.start();
    const { sessionId: other } = await plain.newSession(folder);
    expect(await plain.ask(other, '/ask')).toContain('This client cannot show forms');
    expect(plain.elicitations).toEqual([]);
  });

  test('a link is sent and completed', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({
      capabilities: { elicitation: { url: {} } },
      elicit: () => ({ action: 'accept' }),
    });
    const { sessionId } = await client.newSession(folder);
    await client.prompt(sessionId, '/ask url');
    await client.until(() => client.completed.length === 1);
    expect(client.elicitations).toMatchObject([
      { mode: 'url', elicitationId: client.completed[0] },
    ]);
  });

  test('compaction sends a summary and frees context', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities: { session: { compaction: {} } } });
    const sessionId = await client.newSessionIn('auto', folder);
    await client.prompt(sessionId, 'create a.txt with x');
    await client.prompt(sessionId, '/compact');
    const statuses = client
      .updates(sessionId)
      .flatMap((update) => (update.sessionUpdate === 'compaction_update' ? [update.status] : []));
    expect(statuses).toEqual(['in_progress', 'completed']);
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'compaction_summary_chunk',
        content: { type: 'text', text: 'So far: created `a.txt`.' },
      }),
    );
    expect(await client.ask(sessionId, '/explain')).toContain(
      '**1.** “1 earlier turn, in short”\n- created `a.txt`',
    );
  });
});
