import { PROXY_PORT } from './network/proxyVariables';
import type { SealMount, SealPlan } from './sealPlan';

/**
 * The same plan as a profile for `sandbox-exec` on macOS, which refuses by path and cannot show an
 * empty folder instead of a full one. Hidden paths are refused, and paths that would be in memory
 * do not exist. The last matching rule counts.
 */
export function sandboxProfile({ mounts, network }: SealPlan): string {
  const of = (access: SealMount['access']) => mounts.filter((mount) => mount.access === access);
  const rule = (verdict: 'allow' | 'deny', operations: string, of: readonly SealMount[]) =>
    of.length === 0 ? [] : [`(${verdict} ${operations}`, ...of.map(filter), ')'];
  return [
    '(version 1)',
    '(deny default)',
    '(import "system.sb")',
    '(allow process-exec process-fork signal sysctl-read file-read-metadata)',
    '(allow pseudo-tty)',
    network.type === 'hosts'
      ? `(allow network-outbound (remote ip "localhost:${PROXY_PORT}"))`
      : '(allow network*)',
    '(deny network* (remote unix-socket) (local unix-socket))',
    '(allow file-read* file-write* (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/ttys"))',
    '(allow file-ioctl (literal "/dev/tty") (regex #"^/dev/ttys"))',
    ...rule('allow', 'file-read*', [...of('read'), ...of('write')]),
    ...rule('deny', 'file-read* file-write*', of('hidden')),
    // A hidden folder may contain places that are shown, so the deeper rule comes later.
    ...rule('allow', 'file-read*', insideHidden(of('read'), of('hidden'))),
    ...rule('allow', 'file-read* file-write*', of('write')),
    ...rule('deny', 'file-write*', insideHidden(of('read'), of('write'))),
    '',
  ].join('\n');
}

function filter({ source, kind }: SealMount): string {
  return `  (${kind === 'folder' ? 'subpath' : 'literal'} ${quoted(source)})`;
}

/** Quotes a string for the profile language, which uses Scheme's strings. */
function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function insideHidden(
  mounts: readonly SealMount[],
  folders: readonly SealMount[],
): readonly SealMount[] {
  return mounts.filter(({ source }) =>
    folders.some((folder) => source.startsWith(`${folder.source}/`)),
  );
}
