import type { FileMode } from '#shared/airlock/change';
import type { PlannedWrite } from '#shared/airlock/crossingPlan';
import type { Composition } from '#shared/airlock/diff/compose';
import type { Encoding } from '#shared/airlock/diff/textFormat';
import { textHash } from '#shared/airlock/diff/textHash';
import type { Side } from '#shared/airlock/review';
import type { ObjectId } from '#shared/ids';

export function textSide(
  text: string,
  mode: FileMode = '100644',
  encoding: Encoding = 'utf8',
): Side {
  const blob = `${encoding}:${textHash(text)}` as ObjectId;
  return { version: { blob, mode, bytes: text.length }, text: { text, encoding } };
}

export function binarySide(name: string, mode: FileMode = '100644'): Side {
  return { version: { blob: name as ObjectId, mode, bytes: name.length }, text: null };
}

/** The content of a composition, in one line. */
export function shown(composition: Composition | null): string | null {
  if (composition === null) return null;
  const { path, mode, content } = composition;
  const text = content.text?.text ?? (content.type === 'kept' ? content.version.blob : '');
  return `${path} ${mode} ${JSON.stringify(text)}`;
}

export function shownWrites(writes: readonly PlannedWrite[]): readonly string[] {
  return writes.map(({ path, file }) =>
    file === null ? `${path} gone` : (shown({ path, ...file }) ?? ''),
  );
}
