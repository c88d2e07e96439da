import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import { ContentBlocks } from './ContentBlocks';

test('a block of a newer version is named', () => {
  const blocks = [{ type: 'hologram' } as unknown as ContentBlock];
  const markup = renderToStaticMarkup(createElement(ContentBlocks, { blocks, text: 'plain' }));
  expect(markup).toContain('[hologram]');
});
