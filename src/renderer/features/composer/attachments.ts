import { formatBytes } from '../../ui/formatBytes';
import type { Attachment } from './draft';
import { IMAGE_BYTES, TEXT_FILE_BYTES } from './limits';

const imageTypes = /^image\/(?:png|jpeg|gif|webp)$/;
/** The same, as file dialogs want it. */
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp';

export type Attached =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly reason: string };

let nextId = 0;

/** Reads a file that was pasted or dropped, unless the agent cannot take it. */
export async function attach(file: File, whyNoPictures: string | null): Promise<Attached> {
  const name = file.name || 'pasted';
  const id = `attachment-${nextId++}`;
  if (file.type.startsWith('image/')) {
    const refusal = refuseImage(file, whyNoPictures);
    if (refusal !== null) return { ok: false, reason: refusal };
    const data = toBase64(new Uint8Array(await file.arrayBuffer()));
    return { ok: true, attachment: { kind: 'image', id, name, mimeType: file.type, data } };
  }
  if (file.size > TEXT_FILE_BYTES) {
    const limit = formatBytes(TEXT_FILE_BYTES);
    return { ok: false, reason: `${name} is larger than ${limit}. Mention it with @ instead.` };
  }
  const text = decode(await file.arrayBuffer());
  if (text === null) return { ok: false, reason: `${name} is neither a picture nor text.` };
  const mimeType = file.type || 'text/plain';
  return { ok: true, attachment: { kind: 'text', id, name, mimeType, text } };
}

function refuseImage(file: File, whyNoPictures: string | null): string | null {
  if (whyNoPictures !== null) return whyNoPictures;
  if (!imageTypes.test(file.type)) return `Agents take no pictures of the kind ${file.type}.`;
  return file.size > IMAGE_BYTES
    ? `${file.name} is larger than ${formatBytes(IMAGE_BYTES)}.`
    : null;
}

/** Null for anything that is not UTF-8 text. */
function decode(bytes: ArrayBuffer): string | null {
  try {
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
