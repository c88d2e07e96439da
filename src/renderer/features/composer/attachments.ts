import { formatBytes } from '../../ui/formatBytes';
import type { Attachment } from './draft';
import { IMAGE_BYTES, TEXT_FILE_BYTES } from './limits';
import { pathWithin } from './pathWithin';

const imageTypes = /^image\/(?:png|jpeg|gif|webp)$/;
/** The same, as file dialogs want it. */
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp';

/** Where a file comes from, and who is to take it. */
export interface AttachPlace {
  /** Null for what is not on the disk, such as a pasted picture. */
  readonly path: string | null;
  /** What is in one of these is named in the text: the agent has it before its eyes. */
  readonly folders: readonly string[];
  /** Null if the agent takes them. */
  readonly whyNoPictures: string | null;
}

export type Attached =
  | { readonly type: 'attached'; readonly attachment: Attachment }
  | { readonly type: 'mentioned'; readonly path: string }
  | { readonly type: 'refused'; readonly reason: string };

/** What becomes of a file that was pasted, dropped or chosen. */
export async function attach(file: File, place: AttachPlace): Promise<Attached> {
  const { path } = place;
  const name = file.name || 'pasted';
  const id = crypto.randomUUID();
  const refusal = file.type.startsWith('image/')
    ? refuseImage(file, place.whyNoPictures)
    : undefined;
  if (refusal === null) {
    const data = toBase64(new Uint8Array(await file.arrayBuffer()));
    return attached({ kind: 'image', id, name, mimeType: file.type, data });
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

function attached(attachment: Attachment): Attached {
  return { type: 'attached', attachment };
}

function refuseImage(file: File, whyNoPictures: string | null): string | null {
  if (whyNoPictures !== null) return whyNoPictures;
  if (!imageTypes.test(file.type)) return `Agents take no pictures of the kind ${file.type}.`;
  return file.size > IMAGE_BYTES
    ? `${file.name} is larger than ${formatBytes(IMAGE_BYTES)}.`
    : null;
}

function refuseText(file: File, name: string): string {
  if (file.size <= TEXT_FILE_BYTES) return `${name} is neither a picture nor text.`;
  return `${name} is larger than ${formatBytes(TEXT_FILE_BYTES)}. Mention it with @ instead.`;
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

/** In parts, because a call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  const PART = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += PART) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PART));
  }
  return btoa(binary);
}
