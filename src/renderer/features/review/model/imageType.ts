/** What Chromium can draw and git takes for binary; SVG is text, and read as such. */
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

/** The picture that a path names; null if it names none. */
export function imageType(path: string): string | null {
  const extension = /\.([a-z]+)$/.exec(path.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(types, extension) ? (types[extension] ?? null) : null;
}
