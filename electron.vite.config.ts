import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { nodePrograms } from './scripts/package/nodePrograms.mjs';

// The oldest Electron that runs the app is 42 (see docs/decisions/0002): Node 24, Chromium 146.
const nodeTarget = 'node24';
const chromeTarget = 'chrome146';

/** Beside the packages, for stack traces; not in them, and not named in the code. */
const sourcemap = process.env.AIRLOCK_PACKAGE ? 'hidden' : false;

export default defineConfig({
  main: {
    build: {
      target: nodeTarget,
      sourcemap,
      // Everything but native modules is bundled: requiring packages costs start-up time.
      externalizeDeps: true,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          ...(process.env.AIRLOCK_PACKAGE ? {} : nodePrograms),
          'search-worker': 'src/main/host/store/search/searchWorker.ts',
          'pty-host': 'src/main/ptyHost/index.ts',
        },
      },
    },
  },
  preload: {
    build: {
      target: nodeTarget,
      sourcemap,
      // A sandboxed preload cannot require packages or load ES modules.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      target: chromeTarget,
      sourcemap,
      minify: true,
      // Data URLs would need holes in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: resolve(import.meta.dirname, 'src/renderer/index.html'),
        // One file for what the first paint needs: each request for another costs a turn of main.
        output: { codeSplitting: { groups: [{ name: 'window', tags: ['$initial'] }] } },
      },
    },
  },
});
