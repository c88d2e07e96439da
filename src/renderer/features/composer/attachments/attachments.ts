import { formatBytes } from '#shared/text/formatBytes';
import type { DraftAttachment } from '#window/features/composer/draft/draft';
import {
  AUDIO_BYTES,
  IMAGE_BYTES,
  PASTED_CHARACTERS,
  TEXT_FILE_BYTES,
} from '#window/features/composer/limits';
import { pathWithin } from '#window/features/composer/suggestions/pathWithin';

const imageTypes = /^image\/(?:png|jpeg|gif|webp)$/;
/** The same formats, as file dialogs want them. */
export const IMAGE_FORMATS = 'image/png,image/jpeg,image/gif,image/webp';

/** The source of a file, and the agent that is to get it. */
export interface AttachPlace {
  /** Null for a file that is not on disk, such as a pasted image. */
  readonly path: string | null;
  /** A file in one of these folders is mentioned in the text: the agent can read it itself. */
  readonly folders: readonly string[];
  /** Why the agent accepts no images; null if it does. */
  readonly whyNoImages: string | null;
  readonly whyNoAudio: string | null;
}

export type AttachResult =
  | { readonly type: 'attached'; readonly attachment: DraftAttachment }
  | { readonly type: 'mentioned'; readonly path: string }
  | { readonly type: 'refused'; readonly reason: string };

/**
 * The files of a paste or a drop. A long text becomes a file as well: in the field it would take
 * seconds to lay out, and hide the prompt.
 */
export function attachableFiles(data: DataTransfer, nameOfText: string): readonly File[] {
  if (data.files.length > 0) return [...data.files];
  const text = data.getData('text/plain');
  if (text.length <= PASTED_CHARACTERS) return [];
  return [new File([text], nameOfText, { type: 'text/plain' })];
}

/** Turns a pasted, dropped or chosen file into an attachment or a mention. */
export async function attach(file: File, place: AttachPlace): Promise<AttachResult> {
  const { path } = place;
  const name = file.name || 'pasted';
  const id = crypto.randomUUID();
  const kind = mediaKind(file);
  const refusal = kind === null ? undefined : refuseMedia(kind, file, place);
  if (kind !== null && refusal === null) {
    const data = toBase64(new Uint8Array(await file.arrayBuffer()));
    return attached({ kind, id, name, mimeType: file.type, data });
  }
  const within = path === null ? null : pathWithin(place.folders, path);
  if (within !== null) return { type: 'mentioned', path: within };
  const text = refusal === undefined ? await textOf(file) : null;
  if (text !== null) {
    return attached({ kind: 'text', id, name, mimeType: file.type || 'text/plain', text, path });
  }
  if (path !== null) return attached({ kind: 'file', id, name, path });
  return { type: 'refused', reason: refusal ?? refuseText(file, name) };
}

function attached(attachment: DraftAttachment): AttachResult {
  return { type: 'attached', attachment };
}

function mediaKind({ type }: File): 'image' | 'audio' | null {
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('audio/') ? 'audio' : null;
}

function refuseMedia(kind: 'image' | 'audio', file: File, place: AttachPlace): string | null {
  const reason = kind === 'image' ? place.whyNoImages : place.whyNoAudio;
  if (reason !== null) return reason;
  if (kind === 'image' && !imageTypes.test(file.type)) {
    return `Agents do not accept images of type ${file.type}.`;
  }
  const limit = kind === 'image' ? IMAGE_BYTES : AUDIO_BYTES;
  return file.size > limit ? `${file.name} is larger than ${formatBytes(limit)}.` : null;
}

function refuseText(file: File, name: string): string {
  if (file.size <= TEXT_FILE_BYTES) return `${name} is neither an image nor text.`;
  return `${name} is larger than ${formatBytes(TEXT_FILE_BYTES)}. Save it in the project and mention it with @ instead.`;
}

/** Null for anything that is not UTF-8 text, and for folders, which cannot be read. */
async function textOf(file: File): Promise<string | null> {
  if (file.size > TEXT_FILE_BYTES) return null;
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}

/** Encodes in parts, because a call has a limit of arguments. */
export function toBase64(bytes: Uint8Array): string {
  const PART = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += PART) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PART));
  }
  return btoa(binary);
}
