import { onTestFinished } from 'vitest';
import { TemporaryFolder } from './temporaryFolder';

/**
 * A folder that is removed with the vitest test that requested it. Playwright's tests must dispose
 * of theirs.
 */
export function testFolder(name?: string): TemporaryFolder {
  const folder = new TemporaryFolder(name);
  onTestFinished(() => folder.dispose());
  return folder;
}
