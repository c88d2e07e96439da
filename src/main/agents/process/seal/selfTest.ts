import { type ProcessNamespace, systemProgram } from '#main/base/process/processNamespace';
import { HELD, leakByAttempt } from './attemptInside';
import type { SealPlan } from './sealPlan';

/**
 * Tries to get out with shell built-ins only, because it runs before each start. $1 is `mount`;
 * then come the paths that must not be seen and, after `--`, the folders that must not be writable.
 * It removes anything that it could write.
 */
const ATTEMPTS = `
out() { printf '%s\\n' "$*"; exit 1; }
mount=$1
shift
while [ "$1" != -- ]; do
  if [ -e "$1" ] || [ -L "$1" ]; then out "can see $1"; fi
  if IFS= read -r _ 2>/dev/null <"$1"; then out "can read $1"; fi
  shift
done
shift
for folder; do
  file=$folder/.airlock-seal-test
  if { true >"$file"; } 2>/dev/null; then
    rm -f -- "$file"
    out "can write to $folder"
  fi
done
rights=0
while read -r name value; do
  case $name in
    CapInh: | CapPrm: | CapEff: | CapAmb:)
      [ "$value" = 0000000000000000 ] || out "has capabilities ($name $value)"
      rights=$((rights + 1)) ;;
    NoNewPrivs:)
      [ "$value" = 1 ] || out "can get new rights"
      rights=$((rights + 1)) ;;
  esac
done </proc/self/status
[ "$rights" = 5 ] || out "does not know its rights"
if "$mount" -o remount,bind,rw / 2>/dev/null; then out "can change the mounts"; fi
printf '%s\\n' ${HELD}
`;

/**
 * Null if nothing gets out of the new seal; otherwise how, or a statement that there is no clear
 * answer.
 */
export async function leakOf(
  namespace: ProcessNamespace,
  { unseen, unwritable }: Pick<SealPlan, 'unseen' | 'unwritable'>,
): Promise<string | null> {
  const mount = systemProgram('mount');
  if (mount === undefined) return 'could not try to mount, since mount is not installed';
  const args = ['-c', ATTEMPTS, 'airlock', mount, ...unseen, '--', ...unwritable];
  return leakByAttempt(namespace, { file: '/bin/sh', args });
}
