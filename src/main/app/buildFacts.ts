import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What `npm run package` writes into the app about how it was made. */
const buildFactsSchema = z.object({
  /** False for packages that test the packaging: their Electron is not the official one. */
  fitToShip: z.boolean(),
  /** The version of the Node that is installed with the app. */
  node: z.string(),
  /** Where releases are announced, and the key that signs the announcements; null: nowhere. */
  updates: z.object({ url: z.url(), publicKey: z.string() }).nullable(),
});

export type BuildFacts = z.infer<typeof buildFactsSchema>;

/** Of the running app; null if it was not packaged. */
export function readBuildFacts(appFolder: string, isPackaged: boolean): BuildFacts | null {
  if (!isPackaged) return null;
  return buildFactsSchema.parse(JSON.parse(readFileSync(join(appFolder, 'build.json'), 'utf8')));
}
