import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../scripts/setup/prepare.mjs';
import { root } from '../scripts/setup/project.mjs';

/**
 * Bundles a TypeScript benchmark and runs it on the Node inside Electron, which is the one that
 * ships. Its output is printed; its exit code tells whether it met its targets.
 */
export async function runBundled(entry, args = []) {
  const electron = await prepare();
  const { rolldown } = await import('rolldown');
  const folder = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  try {
    const bundle = await rolldown({
      input: {
        bench: fileURLToPath(entry),
        'search-worker': join(root, 'src/main/host/store/search/searchWorker.ts'),
      },
      platform: 'node',
      // Some packages' CommonJS finds its own parts in ways that do not work in a bundle.
      resolve: { mainFields: ['module', 'main'] },
      external: ['electron', '@lydell/node-pty'],
      cwd: root,
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await bundle.close();
    const child = spawn(
      electron,
      [
        ...(process.env.BENCH_FLAGS?.split(' ') ?? []),
        '--expose-gc',
        join(folder, 'bench.mjs'),
        folder,
        ...args,
      ],
      {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const code = await new Promise((resolve) => child.once('close', resolve));
    return code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
