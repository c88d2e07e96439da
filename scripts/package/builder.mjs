import { join } from 'node:path';
import { runQuietly } from '../setup/processes.mjs';
import { withProgress } from '../setup/progress.mjs';
import { root } from '../setup/project.mjs';
import { writeJson } from './appFolder.mjs';
import { bundledNode } from './bundledNode.mjs';

/**
 * Runs electron-builder to combine the app with Electron, and on macOS and Windows to make the
 * installers.
 */
export async function runBuilder({ work, output, electron, updates, date }) {
  const { builderConfiguration } = await import('../../packaging/electron-builder.mjs');
  const configuration = join(work, 'electron-builder.json');
  await writeJson(
    configuration,
    builderConfiguration({
      app: join(work, 'app'),
      output: process.platform === 'linux' ? join(work, 'built') : output,
      programs: join(work, 'programs'),
      electron,
      updates,
    }),
  );
  const tool = join(root, 'packaging/node_modules/electron-builder/cli.js');
  // The Node that ships, because electron-builder's tools need a newer one than everything else
  // here.
  const node = await bundledNode(process.platform, process.arch);
  await withProgress('Putting app and Electron together', () =>
    runQuietly(node, [tool, '--config', configuration, '--publish', 'never'], {
      folder: root,
      environment: { ...process.env, SOURCE_DATE_EPOCH: `${date}` },
      failure: 'electron-builder could not package the app',
      next: 'read what it says above, then run this again.',
    }),
  );
}
