/** A text with its variables filled in, or the name of the first one that has no value. */
export type Expanded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: string };

/**
 * `${NAME}`, `${env:NAME}` as VS Code writes it, `${NAME:-default}` as shells do, and `${secret:…}`
 * for what the key store keeps, which is looked up under that name as a whole.
 */
const reference = /\$\{(?:env:)?([^{}:$]{1,200})(?::([^{}$]{0,2000}))?\}/g;

/** Only the references of the text itself: a value may hold what looks like one. */
export function expandVariables(
  text: string,
  look: (name: string) => string | undefined,
): Expanded {
  let missing: string | null = null;
  const expanded = text.replace(reference, (_whole, name: string, rest: string | undefined) => {
    const isDefault = rest?.startsWith('-') === true;
    const isSecret = name === 'secret' && rest !== undefined && !isDefault;
    // Others, such as `${input:token}`, name what only another program can ask for.
    const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && (rest === undefined || isDefault);
    const value = isSecret ? look(`${name}:${rest}`) : isName ? look(name) : undefined;
    if (value !== undefined && (value !== '' || !isDefault)) return value;
    if (isName && isDefault) return rest?.slice(1) ?? '';
    missing ??= isName || rest === undefined ? name : `${name}:${rest}`;
    return '';
  });
  return missing === null ? { ok: true, text: expanded } : { ok: false, missing };
}
