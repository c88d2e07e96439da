import { createHmac, randomBytes } from 'node:crypto';

/** New with every run: what stands in our files cannot be tried against guesses of what it hides. */
const key = randomBytes(32);

/** Stands for an id that must not be written down; always the same one while the app runs. */
export function hiddenId(id: string): string {
  return `hidden-${createHmac('sha256', key).update(id).digest('hex').slice(0, 24)}`;
}
