/**
 * Pure: a text in which paths below these folders are named from there. A folder itself is a dot,
 * with its slash if it has one, as in a command; in a sentence it is left as it is.
 */
export function withoutFolders(
  text: string,
  folders: readonly string[],
  kind: 'command' | 'sentence' = 'command',
): string {
  // Folders may be nested: the longest one is the most specific.
  const bases = folders
    .map((folder) => folder.replace(/[\\/]+$/, ''))
    .filter((base) => base.length > 1)
    .sort((one, other) => other.length - one.length);
  let result = text;
  for (const base of bases) {
    if (result.includes(base.slice(1)))
      result = result.replace(placesOf(base), (found: string, slash: string | undefined) =>
        slash === undefined ? '' : kind === 'sentence' ? found : `.${slash}`,
      );
  }
  return result;
}

/**
 * Some agents leave out the first slash. A folder with more than one name is recognised even so.
 */
function placesOf(base: string): RegExp {
  const rest = escaped(base.slice(1));
  const name = /[\\/]/.test(base.slice(1)) ? `${escaped(base.slice(0, 1))}?${rest}` : escaped(base);
  return new RegExp(
    `(?<![\\w.~/\\\\-])${name}(?:[/\\\\](?=[^\\s"'\`)])|(?![\\w.~-])([/\\\\]?))`,
    'g',
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
