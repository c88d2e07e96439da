import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withProgress } from '../setup/progress.mjs';
import { root } from '../setup/project.mjs';
import { bundledNode } from './bundledNode.mjs';
import { nodePrograms } from './nodePrograms.mjs';

/**
 * The programs that an installed app runs on a separate Node. Each is one file, because that Node
 * cannot read the app's archive.
 */
export async function makePrograms({ work }, arch) {
  const folder = join(work, `programs-${arch}`);
  await mkdir(folder);
  const node = await bundledNode(process.platform, arch);
  await cp(node, join(folder, basename(node)));
  const { rolldown } = await import('rolldown');
  await withProgress('Building the agent and the command line', async () => {
    for (const [name, file] of Object.entries(nodePrograms)) {
      const bundle = await rolldown({
        input: join(root, file),
        platform: 'node',
        // Some packages' CommonJS finds its own parts in ways that do not work in a bundle.
        resolve: { mainFields: ['module', 'main'] },
        external: ['electron'],
        cwd: root,
      });
      await bundle.write({
        file: join(folder, `${name}.mjs`),
        format: 'esm',
        codeSplitting: false,
        minify: true,
        sourcemap: 'hidden',
      });
      await bundle.close();
    }
  });
}
