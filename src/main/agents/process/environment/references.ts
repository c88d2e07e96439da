import { lookUp, type Variables } from './environmentLookup';

/** `${NAME}`; with another `$` before it, it is meant literally. */
const reference = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A text of the settings with the user's own variables in it. One that is not set is empty. */
export function withReferences(text: string, variables: Variables): string {
  return text.replace(reference, (whole, name: string) =>
    whole.startsWith('$$') ? whole.slice(1) : (lookUp(variables, name) ?? ''),
  );
}

/** The variables that a text refers to and that the user does not have. */
export function missingReferences(text: string, variables: Variables): readonly string[] {
  const names = [...text.matchAll(reference)].flatMap(([whole, name = '']) =>
    whole.startsWith('$$') ? [] : [name],
  );
  return [...new Set(names)].filter((name) => lookUp(variables, name) === undefined);
}

/** The same for all variables that the settings set. */
export function declaredWithReferences(declared: Variables, inherited: Variables): Variables {
  return Object.fromEntries(
    Object.entries(declared).map(([name, value]) => [name, withReferences(value, inherited)]),
  );
}
