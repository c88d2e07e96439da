import { describe, expect, it } from 'vitest';
import { mendTail } from './blocks';

describe('mendTail', () => {
  it.each([
    ['**bo', '**bo**'],
    ['a **bold and', 'a **bold and**'],
    ['a **bold*', 'a **bold**'],
    ['a **', 'a '],
    ['**done** and', '**done** and'],
    ['- **ite', '- **ite**'],
    ['* item', '* item'],
    ['see `co', 'see `co`'],
    ['see `', 'see '],
    ['`**`', '`**`'],
    ['see [the docs](http://exam', 'see the docs'],
    ['see [the docs](http://x) and', 'see [the docs](http://x) and'],
    ['array[0', 'array[0'],
    ['one **two\nthree', 'one **two\nthree'],
    ['', ''],
  ])('%j becomes %j', (source, mended) => {
    expect(mendTail(source)).toBe(mended);
  });
});
