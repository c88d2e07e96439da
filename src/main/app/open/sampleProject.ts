import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onUnexpectedError } from '#main/base/unexpected';
import { Git } from '#main/git/git';
import { fail, ok, type Result } from '#shared/errors';

/** Creates the sample in `folder`, or keeps an existing one as the user left it. */
export async function makeSampleProject(folder: string): Promise<Result<string>> {
  if (await exists(join(folder, 'README.md'))) return ok(folder);
  try {
    for (const [name, text] of Object.entries(sampleFiles)) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  } catch (error) {
    return fail('io', 'The sample project could not be written.', String(error));
  }
  // Without git the project is a plain folder, where everything works as well.
  await makeRepository(folder).catch(onUnexpectedError);
  return ok(folder);
}

async function makeRepository(folder: string): Promise<void> {
  const author = { 'user.name': 'Airlock', 'user.email': 'sample@airlock.invalid' };
  const git = new Git('git', { cwd: folder, config: author });
  await git.run(['init', '--quiet', '--initial-branch=main']);
  await git.run(['add', '--all']);
  await git.run(['commit', '--quiet', '--message=A fruit stall']);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A shop's cart with an obvious mistake and a few things left to do. */
const sampleFiles: Readonly<Record<string, string>> = {
  'README.md': `# Fruit stall

A very small shop, to try agents on. Nothing here matters: change what you like.

The total of a cart comes out wrong, and the tests say so:

\`\`\`
node --test
\`\`\`

TODO: say how to add a new kind of fruit.
`,
  'package.json': `{
  "name": "fruit-stall",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test"
  }
}
`,
  'src/cart.js': `import { formatPrice } from './price.js';

/** The price of all items in the cart, in cents. */
export function total(items) {
  let sum = 0;
  for (const item of items) {
    sum += item.price + item.quantity;
  }
  return sum;
}

// TODO: leave out items whose quantity is zero.
export function receipt(items) {
  const lines = items.map(
    (item) => \`\${item.quantity} x \${item.name}: \${formatPrice(item.price * item.quantity)}\`,
  );
  return [...lines, \`Total: \${formatPrice(total(items))}\`].join('\\n');
}
`,
  'src/price.js': `/** Cents as people write them. */
export function formatPrice(cents) {
  // TODO: currencies other than the euro.
  return \`€\${(cents / 100).toFixed(2)}\`;
}
`,
  'test/cart.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receipt, total } from '../src/cart.js';

const cart = [
  { name: 'apple', price: 40, quantity: 3 },
  { name: 'melon', price: 250, quantity: 1 },
];

test('the total counts every piece', () => {
  assert.equal(total(cart), 370);
});

test('the receipt ends in the total', () => {
  assert.match(receipt(cart), /Total: €3\\.70$/);
});
`,
};
