import { onTestFinished } from 'vitest';
import { TemporaryFolder } from './temporaryFolder';

/** A folder that goes with the vitest test that asked for it. Playwright's tests dispose of theirs. */
export function testFolder(name?: string): TemporaryFolder {
  const folder = new TemporaryFolder(name);
  onTestFinished(() => folder.dispose());
  return folder;
}
