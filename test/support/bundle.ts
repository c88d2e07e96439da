import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Makes one plain JavaScript file of a TypeScript module, for a process or a thread of its own. */
export async function bundle(entry: string, file: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    cwd: project,
    platform: 'node',
    // Some packages' CommonJS finds its own parts in ways that a bundle does not have.
    resolve: { mainFields: ['module', 'main'] },
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}
