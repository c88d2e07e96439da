/** Whether a value can be reduced and shown; fields that are only passed on are not checked. */
export type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === 'string';
export const number: Check = (value) => typeof value === 'number';
export const flag: Check = (value) => typeof value === 'boolean';
export const record: Check = (value) => typeof value === 'object' && value !== null;

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const patch = (check: Check): Check => optional(nullable(check));

export const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const fields = (shape: Readonly<Record<string, Check>>): Check => {
  const entries = Object.entries(shape).map(([key, check]) => ({ key, check }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    for (const { key, check } of entries) {
      if (!check((value as Record<string, unknown>)[key])) return false;
    }
    return true;
  };
};

/** Checks a record by its type; records of unknown types pass. */
export const variant = (variants: Readonly<Record<string, Check>>): Check => {
  const known = new Map(Object.entries(variants));
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const { type } = value as { readonly type?: unknown };
    return typeof type === 'string' && (known.get(type)?.(value) ?? true);
  };
};

const reference = fields({ blob: text, bytes: number, preview: optional(text) });
export const body: Check = (value) => typeof value === 'string' || reference(value);
export const named = fields({ id: text, name: text });
