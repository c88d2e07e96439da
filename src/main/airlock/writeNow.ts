import { AppException } from '#shared/errors';
import { temporaryName } from './effectPlanner';
import type { EffectRunner } from './effectRunner';
import type { Shadow } from './git/shadow';
import { incomingText } from './incomingText';
import { encodeText } from './textCodec';
import { sideOf } from './versions';

/** Writes an agent's text to the agent's own tree, as a regular file and without following a link. */
export async function writeNow(
  { effects, shadow }: { readonly effects: EffectRunner; readonly shadow: Shadow },
  path: string,
  text: string,
): Promise<void> {
  const present = await effects.read('workspace', path);
  const bytes = encodeText(incomingText(sideOf(present), text));
  const blob = await shadow.objects.write(bytes);
  const mode = present?.version.mode === '100755' ? '100755' : '100644';
  const [result] = await effects.run([
    {
      place: 'workspace',
      path,
      expected: present?.version ?? null,
      next: { blob, mode, bytes: bytes.length },
      temporary: temporaryName(),
    },
  ]);
  if (result?.status === 'rejected') throw result.reason;
  if (result?.value !== 'done') {
    throw new AppException({ code: 'conflict', message: `${path} changed in the same moment.` });
  }
}
