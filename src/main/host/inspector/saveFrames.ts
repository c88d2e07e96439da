import type { ProcessView } from '#main/agents/agents';
import { traceLine } from '#main/agents/wireTrace';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { explainFault } from '#main/host/store/diskFault';
import { errorCode } from '#main/host/store/fileAccess';
import { fail, ok, type Result } from '#shared/errors';
import { keptFrames } from './keptFrames';

/** The mode of an exported file; the umask applies. */
const FILE_MODE = 0o666;

/** Writes what is kept of a wire to a file of JSON lines, whole or not at all: the process, then its messages. */
export async function saveFrames(process: ProcessView, path: string): Promise<Result<null>> {
  try {
    await writeFileAtomic(path, lines(process), FILE_MODE);
    return ok(null);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return fail('io', `The messages were not exported. ${explainFault(code)}`, String(error));
  }
}

async function* lines(process: ProcessView): AsyncGenerator<string> {
  const { pid, commandLine, folder, startedAt, variables, confinement, exit } = process;
  const facts = { pid, commandLine, folder, variables, confinement };
  const times = { startedAt: new Date(startedAt).toISOString(), exit: exit?.message ?? null };
  yield `${JSON.stringify({ process: { ...facts, ...times } })}\n`;
  using trace = process.openTrace();
  for await (const frames of keptFrames(process, trace)) {
    // Redacted once more although the trace was: a secret may have become known since.
    yield frames.map((frame) => `${traceLine(String(pid), frame)}\n`).join('');
  }
}
