import { readFileSync } from 'node:fs';

/** A mode that plays one of test/scenarios as it is. */
export function ofFile(name) {
  const file = new URL(`../../scenarios/${name}.json`, import.meta.url);
  return () => JSON.parse(readFileSync(file, 'utf8'));
}

/** A mode that plays these steps in answer to a prompt. */
export function inTurn(steps) {
  return (options) => ({ turns: [[...steps(options)]] });
}

/** The agent's last message, which shows that nothing before it got stuck. */
export const AFTER = { say: 'After.' };
