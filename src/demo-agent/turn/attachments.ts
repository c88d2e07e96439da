import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { inlineCode } from '#shared/text/markdownText';
import type { Roots } from '../files/roots';
import type { Request } from '../parse/request';
import { plural } from '../text/markdown';

export type ImageBlock = Extract<ContentBlock, { type: 'image' }>;

/** A prompt, split into its text and its attachments. */
export interface Attachments {
  readonly text: string;
  readonly images: readonly ImageBlock[];
  readonly audio: number;
  /** Paths of files that were linked or embedded, as they are shown. */
  readonly files: readonly string[];
  readonly others: readonly string[];
}

/** A word after which a link is part of the sentence: "replace a with b in [README.md]". */
const expectsPath =
  /(?:^|\s)(?:in|inside|to|into|from|as|file|read|show|open|cat|delete|remove|rename|move|create|called|named|and|me|\/\w+)\s*$/i;

export function takeApart(prompt: readonly ContentBlock[], roots: Roots): Attachments {
  let text = '';
  const images: ImageBlock[] = [];
  const files: string[] = [];
  const others: string[] = [];
  let audio = 0;
  for (const block of prompt) {
    if (block.type === 'text') {
      text +=
        text === '' || /\s$/.test(text) || /^\s/.test(block.text) ? block.text : ` ${block.text}`;
    } else if (block.type === 'image') {
      images.push(block);
    } else if (block.type === 'audio') {
      audio += 1;
    } else {
      const uri = block.type === 'resource' ? block.resource.uri : block.uri;
      const path = pathOf(uri, roots);
      if (path === undefined) others.push(uri);
      else if (block.type === 'resource_link' && expectsPath.test(text)) text += ` "${path}"`;
      else files.push(path);
    }
  }
  return { text, images, audio, files: [...new Set(files)], others };
}

/** The request, with missing paths taken from the files attached to the prompt. */
export function withAttachedFiles(request: Request, files: readonly string[]): Request {
  const [first] = files;
  if (first === undefined) return request;
  switch (request.kind) {
    case 'find':
    case 'replace':
      return request.globs.length === 0 ? { ...request, globs: files } : request;
    case 'read':
      return request.path === undefined ? { ...request, path: first } : request;
    case 'rename':
      return request.from === undefined ? { ...request, from: first } : request;
    case 'delete':
      return request.paths.length === 0 ? { ...request, paths: files } : request;
    default:
      return request;
  }
}

export function describeImage(image: ImageBlock): string {
  const bytes = Buffer.from(image.data, 'base64');
  const size =
    bytes.length < 1_024 ? plural(bytes.length, 'byte') : `${(bytes.length / 1_024).toFixed(1)} KB`;
  const pixels = image.mimeType === 'image/png' ? pngSize(bytes) : undefined;
  return `${inlineCode(image.mimeType)}, ${size}${pixels === undefined ? '' : `, ${pixels}`}`;
}

function pngSize(bytes: Buffer): string | undefined {
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG';
  return isPng ? `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)} pixels` : undefined;
}

function pathOf(uri: string, roots: Roots): string | undefined {
  try {
    // The fragment names lines and is ignored, because the whole file is meant.
    if (uri.startsWith('file:')) return roots.display(fileURLToPath(uri.replace(/[#?].*$/, '')));
  } catch {
    return undefined;
  }
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? undefined : uri;
}
