import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Facts about the build that `npm run package` writes into the app. */
const buildFactsSchema = z.object({
  /** False for packages that only test the packaging: their Electron is not the official one. */
  fitToShip: z.boolean(),
  /** The version of the Node that is installed with the app. */
  node: z.string(),
  /**
   * The address of the release announcements, and the key that signs them; null if there are none.
   */
  updates: z.object({ url: z.url(), publicKey: z.string() }).nullable(),
});

export type BuildFacts = z.infer<typeof buildFactsSchema>;

/** The facts about the running app; null if it was not packaged. */
export function readBuildFacts(appFolder: string, isPackaged: boolean): BuildFacts | null {
  if (!isPackaged) return null;
  return buildFactsSchema.parse(JSON.parse(readFileSync(join(appFolder, 'build.json'), 'utf8')));
}
