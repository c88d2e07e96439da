import { refuse } from '#main/airlock/disk/attempt';
import type { Effects } from '#main/airlock/disk/effects';
import { incomingText } from '#main/airlock/ledger/incomingText';
import { encodeText } from '#main/airlock/ledger/textCodec';
import { type ObjectStore, sideOf } from '#main/airlock/objects/objectStore';
import type { Authorship, Change, ChangeOrigin } from '#shared/airlock/change';
import type { DecodedText } from '#shared/airlock/diff/textFormat';
import { reviewOf, type Side } from '#shared/airlock/review';
import { AppException } from '#shared/errors';
import type { IdSource } from '#shared/ids';

export interface GateParts {
  readonly effects: Effects;
  readonly store: ObjectStore;
  readonly ids: IdSource;
}

/**
 * An edit that an agent announces. A null text means that there is no file, or that it is deleted.
 */
export type IntendedEdit =
  /** The old and the new text; the old text may be only a part of the file. */
  | { readonly before: string | null; readonly after: string | null }
  /** Rewrites the text; undefined if the edit does not fit the text. */
  | { readonly rewrite: (text: string | null) => string | null | undefined };

/** Turns an agent's intended writes into changes that can be decided before anything is written. */
export class Gate {
  constructor(private readonly parts: GateParts) {}

  /** Null if the file has this text already. */
  async proposeWrite(path: string, text: string, by: Authorship): Promise<Change | null> {
    const base = await this.present(path);
    return this.propose(path, base, incomingText(base, text), 'held-write', by);
  }

  /** Null if the file has this text already. Throws if the edit cannot be understood. */
  async proposeEdit(path: string, edit: IntendedEdit, by: Authorship): Promise<Change | null> {
    const base = await this.present(path);
    const text =
      'rewrite' in edit
        ? edit.rewrite(base?.text?.text ?? null)
        : edit.after === null
          ? null
          : wholeText(path, base, edit.before, edit.after);
    if (text === undefined) throw unclear(path);
    if (text === null) return this.propose(path, base, null, 'permission', by);
    return this.propose(path, base, incomingText(base, text), 'permission', by);
  }

  private async present(path: string): Promise<Side | null> {
    const present = await this.parts.effects.read('project', path);
    if (present?.version.mode === '120000') throw refuse(`${path} is a broken link.`);
    if (present) await this.parts.store.write(present.bytes);
    return sideOf(present);
  }

  private async propose(
    path: string,
    base: Side | null,
    text: DecodedText | null,
    origin: ChangeOrigin,
    { turnId, toolCallId }: Authorship,
  ): Promise<Change | null> {
    const proposed = text && (await this.keep(text, base));
    const review = reviewOf({ path, base, proposed });
    if (review.hunks.length === 0) return null;
    return {
      changeId: this.parts.ids.mint('change'),
      path,
      ...review,
      base: base?.version ?? null,
      proposed: proposed?.version ?? null,
      origin,
      turnId,
      toolCallId,
      afterTheFact: false,
    };
  }

  private async keep(text: DecodedText, base: Side | null): Promise<Side> {
    const bytes = encodeText(text);
    const blob = await this.parts.store.write(bytes);
    const mode = base?.version.mode ?? '100644';
    return { version: { blob, mode, bytes: bytes.length }, text };
  }
}

/**
 * The whole new text. Adapters send the replaced part or the whole file; either must be found in
 * the file.
 */
function wholeText(path: string, base: Side | null, before: string | null, after: string): string {
  const present = base?.text?.text ?? null;
  // Some agents send an empty text for a missing file.
  if (before === null || before === (present ?? '')) return after;
  if (present === null || before === '') throw unclear(path);
  const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n');
  const forms = [[before, after] as const, [crlf(before), crlf(after)] as const];
  for (const [old, next] of forms) {
    const at = present.indexOf(old);
    if (at === -1) continue;
    if (present.indexOf(old, at + 1) !== -1) throw unclear(path);
    return present.slice(0, at) + next + present.slice(at + old.length);
  }
  throw unclear(path);
}

function unclear(path: string): AppException {
  return new AppException({
    code: 'unavailable',
    message: `The edit of ${path} does not identify the text that it replaces.`,
  });
}
