import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** Where `npm run package` put what it made. */
export const dist = join(project, 'dist');

/** A package that `npm run package` made, by the end of its name. */
export function artefact(ending: string): string {
  const name = readdirSync(dist).find(
    (file) => file.endsWith(ending) && !file.includes('source-maps'),
  );
  if (name === undefined) throw new Error(`There is no ${ending} in dist; run: npm run package`);
  return join(dist, name);
}

/** Unpacks the tar.gz, and answers with the folder of the app. */
export function unpackedApp(folder: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', artefact('.tar.gz'), '-C', folder, '--no-same-owner']);
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

/** A package of the packaging tools, which the app itself does not depend on. */
export function packagingTool<T>(name: string): T {
  return createRequire(join(project, 'packaging/package.json'))(name) as T;
}
