/** A path for display: relative to the session's folder if it is inside. */
export function inFolder(path: string, folder: string): string {
  if (folder === '' || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}

/** A text for display, such as a command, with the paths in it relative to the session's folder. */
export function withoutFolder(text: string, folder: string): string {
  if (folder.length < 2 || !text.includes(folder)) return text;
  return [`${folder}/`, `${folder}\\`, folder].reduce(
    (shown, part) =>
      shown.replaceAll(part, (match: string, at: number) => {
        const [before = '', after = ''] = [shown[at - 1], shown[at + part.length]];
        if (/[\w./\\-]/.test(before)) return match;
        if (part === folder) return /[\w./\\-]/.test(after) ? match : '.';
        return /\s|^$/.test(after) ? match : '';
      }),
    text,
  );
}
