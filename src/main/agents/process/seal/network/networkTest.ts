import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { findBash } from '#main/base/process/sealedLaunch';
import { HELD, leakByAttempt } from '../attemptInside';
import type { NetworkCanary } from './networkCanary';
import { PROXY_PORT } from './proxyVariables';

/** $1 is the proxy's port; $2 and $3 are the canary's port and name. */
const ATTEMPTS = `
out() { printf '%s\\n' "$*"; exit 1; }
if { exec 3<>"/dev/tcp/127.0.0.1/$2"; } 2>/dev/null; then out 'can reach this computer'; fi
lines=0
while read -r name _; do
  lines=$((lines + 1))
  case $name in Inter-* | face | lo:*) ;; *) out "has the network interface $name" ;; esac
done </proc/self/net/dev
[ "$lines" -gt 2 ] || out 'does not know its network'
while read -r line; do
  case $line in *"$3"*) out 'can see abstract sockets of this computer' ;; esac
done </proc/self/net/unix
if ! { exec 3<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null; then out 'does not reach the proxy'; fi
printf '%s\\n' ${HELD}
`;

/**
 * Null if only the proxy can be reached from inside the seal; otherwise the other target that was
 * reached, or a statement that there was no clear answer.
 */
export async function networkLeakOf(
  namespace: ProcessNamespace,
  canary: Pick<NetworkCanary, 'port' | 'name'>,
): Promise<string | null> {
  const numbers = [String(PROXY_PORT), String(canary.port), canary.name];
  const args = ['--norc', '-p', '-c', ATTEMPTS, 'airlock', ...numbers];
  return leakByAttempt(namespace, { file: findBash() ?? 'bash', args });
}
