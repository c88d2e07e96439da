import type { Stats } from 'node:fs';
import { basename, extname } from 'node:path';

/**
 * Kinds of files that every system shows and none runs. Scripts that some system runs with their
 * interpreter (`.js`, `.py`, `.rb`, `.sh` …) and pages that a browser would run are excluded.
 */
const kinds: ReadonlySet<string> = new Set(
  [
    // Prose and data
    'txt text md markdown mdx rst adoc asciidoc org tex bib log csv tsv json jsonc json5 ndjson',
    'yaml yml toml ini cfg conf properties env lock diff patch',
    // Sources that are compiled, or read by a program that was started for them
    'c h cc hh cpp hpp cxx hxx m mm cs fs go rs java kt kts scala swift dart zig nim d v vala',
    'ts mts cts tsx css scss sass less styl vue svelte astro sql graphql gql proto thrift hs elm',
    'ml mli ex exs erl hrl clj cljs cmake gradle mk bazel bzl nix tf hcl glsl wgsl',
    // Images
    'png jpg jpeg gif webp bmp',
  ].flatMap((line) => line.split(' ').map((kind) => `.${kind}`)),
);

/** Whole file names that are equally safe. */
const names: ReadonlySet<string> = new Set(
  [
    'readme license licence copying notice authors contributors changelog changes todo news',
    'makefile gnumakefile dockerfile containerfile rakefile gemfile procfile justfile codeowners',
    '.gitignore .gitattributes .gitmodules .gitkeep .editorconfig .dockerignore .npmignore',
    '.prettierignore .eslintignore .prettierrc .npmrc .nvmrc .env',
  ].flatMap((line) => line.split(' ')),
);

/** Whether the system may be asked to open a file, because it will show it and not run it. */
export function isSafeToOpen(
  path: string,
  status: Pick<Stats, 'isFile' | 'mode'>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (!status.isFile()) return false;
  // Scripts are text to an editor, but any other executable might be a program.
  if (platform !== 'win32' && (status.mode & 0o111) !== 0) return false;
  const name = basename(path).toLowerCase();
  return kinds.has(extname(name)) || names.has(name);
}
