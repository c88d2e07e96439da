export type Variables = Readonly<Record<string, string>>;

/** The value of a variable. On Windows names ignore case, and PATH is spelt `Path`. */
export function lookUp(
  variables: Variables,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform !== 'win32') return variables[name];
  const wanted = name.toUpperCase();
  const key = Object.keys(variables).find((candidate) => candidate.toUpperCase() === wanted);
  return key === undefined ? undefined : variables[key];
}
