import { foldName } from './foldName';
import type { Side, Sides } from './review';

/** Manifests in which only some fields can run code, and what those fields run. */
const manifests: readonly {
  readonly name: string;
  readonly fields: readonly string[];
}[] = [
  {
    name: 'package.json',
    fields: [
      'scripts',
      'husky',
      'gitHooks',
      'ghooks',
      'pre-commit',
      'simple-git-hooks',
      'lint-staged',
      'nano-staged',
      'wireit',
      'nx',
      'packageManager',
      'devEngines',
      'gypfile',
      'pnpm',
      'trustedDependencies',
      'dependenciesMeta',
      'allowScripts',
      'lavamoat',
      'commitlint',
    ],
  },
  // Besides scripts: `config` says which Composer plug-ins may run.
  { name: 'composer.json', fields: ['scripts', 'config'] },
];

/**
 * Why a change to a manifest can run code: it touches such a field, or it cannot be read. Null for
 * any other file, and for the manifest's other fields.
 */
export function armingFields({ path, oldPath = path, base, proposed }: Sides): string | null {
  const manifest = manifestAt(path);
  if (manifest === undefined || proposed === null) return null;
  const after = objectIn(proposed);
  // Under another name nothing read the file as a manifest, so all its fields count as new.
  const before = base && manifestAt(oldPath) === manifest ? objectIn(base) : {};
  if (after === null) return 'Airlock cannot read it to check whether its commands change.';
  const touched = manifest.fields.filter(
    (field) => canonical(before?.[field]) !== canonical(after[field]),
  );
  if (touched.length === 0) return null;
  return `It changes ${listed(touched)}, which can run commands automatically.`;
}

function manifestAt(path: string) {
  const name = foldName(path.slice(path.lastIndexOf('/') + 1));
  return manifests.find((manifest) => manifest.name === name);
}

/** Null if the text is not a JSON object. */
function objectIn({ text, version }: Side): Readonly<Record<string, unknown>> | null {
  if (text === null || version.mode === '120000') return null;
  try {
    const value: unknown = JSON.parse(text.text.replace(/^\ufeff/, ''));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.assign(Object.create(null), value) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The value as text, whatever the order of its keys; an empty list of commands counts as none. */
function canonical(value: unknown): string {
  return JSON.stringify(sorted(value ?? [], 0));
}

/** Deeper than any manifest. A value at this depth is compared as a whole. */
const DEPTH = 16;

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => sorted(one, depth + 1));
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, one]) => [key, sorted(one, depth + 1)]);
}

function listed(fields: readonly string[]): string {
  const quoted = fields.map((field) => `“${field}”`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
