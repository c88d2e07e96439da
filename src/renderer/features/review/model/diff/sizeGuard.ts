import type { ChangeView } from '#shared/airlock/changeView';
import { SHOWN_BYTES, SHOWN_LINES } from '#window/features/review/limits';

/** Why a file is not shown unless asked for. */
export type Collapsed = 'huge' | 'lock' | 'generated';

const lockFiles = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'cargo.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pipfile.lock',
  'gemfile.lock',
  'composer.lock',
  'go.sum',
  'flake.lock',
  'mix.lock',
  'pubspec.lock',
  'podfile.lock',
  'packages.lock.json',
  'gradle.lockfile',
  '.terraform.lock.hcl',
]);

const generated = [
  /\.min\.(?:js|mjs|cjs|css)$/,
  /\.(?:js|css|mjs)\.map$/,
  /(?:^|\/)(?:dist|build|out|vendor|node_modules|third_party|__generated__|generated)\//,
  /\.(?:pb|pb2|pb2_grpc)\.(?:go|py|ts|js|cc|h)$/,
  /_pb2?\.(?:py|pyi|js|d\.ts)$/,
  /\.g\.(?:dart|cs)$/,
  /\.designer\.cs$/,
  /\.snap$/,
  /\.generated\.[^/]+$/,
];

/** Why a file is collapsed; null if it is shown at once. */
export function collapsedBy({ change, addedLines, removedLines }: ChangeView): Collapsed | null {
  const bytes = Math.max(change.base?.bytes ?? 0, change.proposed?.bytes ?? 0);
  if (bytes > SHOWN_BYTES || addedLines + removedLines > SHOWN_LINES) return 'huge';
  const path = change.path.toLowerCase();
  if (lockFiles.has(path.slice(path.lastIndexOf('/') + 1))) return 'lock';
  return generated.some((pattern) => pattern.test(path)) ? 'generated' : null;
}
