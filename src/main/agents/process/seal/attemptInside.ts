import { once } from 'node:events';
import type { NamespaceLaunch, ProcessNamespace } from '#main/base/process/processNamespace';
import { spawnProgram } from '#main/base/process/spawnProgram';

/** A test takes about ten milliseconds; after this time its result is unclear. */
const TEST_MILLISECONDS = 10_000;
const ANSWER_CHARACTERS = 500;

/** The only output of an escape script that could not get out. */
export const HELD = 'sealed';

/**
 * Runs a script that tries to get out, and that enters the seal as the agent does. Returns null if
 * it could not get out; otherwise how it did, in its own words, or that it gave no clear answer.
 */
export async function leakByAttempt(
  namespace: ProcessNamespace,
  { file, args }: Pick<NamespaceLaunch, 'file' | 'args'>,
): Promise<string | null> {
  const launch = { file, args, env: { PATH: '/usr/bin:/bin' }, cwd: '/' };
  const call = namespace.enter(launch, 'shared');
  const child = spawnProgram(call.file, call.args, {
    cwd: call.cwd,
    env: call.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TEST_MILLISECONDS,
    killSignal: 'SIGKILL',
  });
  let answer = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      answer = `${answer}${chunk}`.slice(0, ANSWER_CHARACTERS);
    });
  }
  const [code]: unknown[] = await once(child, 'close');
  if (code === 0 && answer === `${HELD}\n`) return null;
  return answer.trim() || `no clear answer (${String(code)})`;
}
