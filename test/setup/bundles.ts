import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what `sharedBundle` makes, as long as Vitest runs. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-bundles-'));
  process.env.AIRLOCK_BUNDLES = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
