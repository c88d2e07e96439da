/** Image types that Chromium can draw and git treats as binary; SVG is text, and shown as text. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

/** The image type of a path; null if it is not an image. */
export function imageType(path: string): string | null {
  const extension = /\.([a-z]+)$/.exec(path.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(types, extension) ? (types[extension] ?? null) : null;
}
