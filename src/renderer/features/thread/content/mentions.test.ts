import { describe, expect, it } from 'vitest';
import { promptParts } from './mentions';

const link = (name: string) => ({ type: 'link', name, uri: `file:///p/${name}` }) as const;

describe('promptParts', () => {
  it('puts a file that was sent along in place of its name', () => {
    const cart = link('src/cart.js');
    expect(promptParts('Look at @src/cart.js, then @src/cart.js.', [cart])).toEqual([
      'Look at ',
      cart,
      ', then ',
      cart,
      '.',
    ]);
  });

  it('takes the longest name, and leaves names alone that were not sent along', () => {
    const [short, long] = [link('src/a'), link('src/a.ts')];
    expect(promptParts('@src/a.ts @someone', [short, long])).toEqual([long, ' @someone']);
    expect(promptParts('me@example.org', [])).toEqual(['me@example.org']);
  });
});
