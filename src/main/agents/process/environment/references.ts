import { lookUp, type Variables } from './environmentLookup';

/** Matches `${NAME}`; with another `$` before it, it is literal text. */
const reference = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Replaces the user's variables in a text from the settings. A variable that is not set becomes
 * empty.
 */
export function withReferences(text: string, variables: Variables): string {
  return text.replace(reference, (whole, name: string) =>
    whole.startsWith('$$') ? whole.slice(1) : (lookUp(variables, name) ?? ''),
  );
}

/** The variables that a text refers to and that are not set. */
export function missingReferences(text: string, variables: Variables): readonly string[] {
  const names = [...text.matchAll(reference)].flatMap(([whole, name = '']) =>
    whole.startsWith('$$') ? [] : [name],
  );
  return [...new Set(names)].filter((name) => lookUp(variables, name) === undefined);
}

/** Replaces the user's variables in all variables that the settings declare. */
export function declaredWithReferences(declared: Variables, inherited: Variables): Variables {
  return Object.fromEntries(
    Object.entries(declared).map(([name, value]) => [name, withReferences(value, inherited)]),
  );
}
