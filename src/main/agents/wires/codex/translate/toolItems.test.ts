import { describe, expect, test } from 'vitest';
import { completed, heard, type Message } from '#test/support/codexMessages';

describe('other tools', () => {
  const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } });

  test.each([
    [
      {
        type: 'mcpToolCall',
        server: 'git',
        tool: 'log',
        arguments: { n: 1 },
        result: { content: [{ type: 'text', text: 'x' }] },
      },
      { title: 'git: log', name: 'log', input: '{"n":1}', content: [text('x')] },
    ],
    [
      {
        type: 'mcpToolCall',
        server: 'git',
        tool: 'log',
        status: 'failed',
        error: { message: 'no' },
      },
      { status: 'failed', content: [text('no')] },
    ],
    [
      {
        type: 'mcpToolCall',
        server: 's',
        tool: 't',
        result: {
          content: [
            { type: 'image', data: 'A', mimeType: 'image/png' },
            { type: 'resource_link', uri: 'u' },
            { type: 'odd' },
          ],
        },
      },
      {
        content: [
          { content: { type: 'image' } },
          { content: { type: 'link' } },
          { content: { type: 'unknown' } },
        ],
      },
    ],
    [
      {
        type: 'dynamicToolCall',
        namespace: 'n',
        tool: 't',
        contentItems: [
          { type: 'inputText', text: 'x' },
          { type: 'inputImage', imageUrl: 'data:image/png;base64,AA' },
        ],
      },
      {
        title: 'n: t',
        content: [text('x'), { content: { type: 'image', data: 'AA', mimeType: 'image/png' } }],
      },
    ],
    [
      { type: 'functionCallOutput', name: 'f', output: 'x' },
      { title: 'f', content: [text('x')] },
    ],
    [
      { type: 'webSearch', query: 'q' },
      { title: 'Search the web “q”', kind: 'fetch' },
    ],
    [
      { type: 'webSearch', action: { type: 'openPage', url: 'https://x' } },
      { title: 'Open https://x' },
    ],
    [
      { type: 'imageView', path: '/a.png' },
      { title: 'View /a.png', kind: 'read' },
    ],
    [
      { type: 'imageGeneration', result: 'AA', revisedPrompt: 'a cat' },
      { title: 'a cat', content: [{ content: { type: 'image' } }] },
    ],
    [{ type: 'sleep', durationMs: 1500 }, { title: 'Wait 1.5 s' }],
  ])('%o', (item, fields) => {
    expect(heard(completed({ id: 'i', ...item }))).toMatchObject([{ toolCallId: 'i', ...fields }]);
  });

  test('report their progress', () => {
    const progress: Message = ['item/mcpToolCall/progress', { itemId: 'i', message: 'half' }];
    expect(heard(progress)).toMatchObject([{ toolCallId: 'i', content: [text('half')] }]);
  });
});
