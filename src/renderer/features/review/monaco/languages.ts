import 'monaco-editor/languages/definitions/bat/register.js';
import 'monaco-editor/languages/definitions/clojure/register.js';
import 'monaco-editor/languages/definitions/cpp/register.js';
import 'monaco-editor/languages/definitions/csharp/register.js';
import 'monaco-editor/languages/definitions/css/register.js';
import 'monaco-editor/languages/definitions/dart/register.js';
import 'monaco-editor/languages/definitions/dockerfile/register.js';
import 'monaco-editor/languages/definitions/elixir/register.js';
import 'monaco-editor/languages/definitions/fsharp/register.js';
import 'monaco-editor/languages/definitions/go/register.js';
import 'monaco-editor/languages/definitions/graphql/register.js';
import 'monaco-editor/languages/definitions/handlebars/register.js';
import 'monaco-editor/languages/definitions/hcl/register.js';
import 'monaco-editor/languages/definitions/html/register.js';
import 'monaco-editor/languages/definitions/ini/register.js';
import 'monaco-editor/languages/definitions/java/register.js';
import 'monaco-editor/languages/definitions/javascript/register.js';
import 'monaco-editor/languages/definitions/julia/register.js';
import 'monaco-editor/languages/definitions/kotlin/register.js';
import 'monaco-editor/languages/definitions/less/register.js';
import 'monaco-editor/languages/definitions/lua/register.js';
import 'monaco-editor/languages/definitions/markdown/register.js';
import 'monaco-editor/languages/definitions/mdx/register.js';
import 'monaco-editor/languages/definitions/objective-c/register.js';
import 'monaco-editor/languages/definitions/perl/register.js';
import 'monaco-editor/languages/definitions/php/register.js';
import 'monaco-editor/languages/definitions/powershell/register.js';
import 'monaco-editor/languages/definitions/protobuf/register.js';
import 'monaco-editor/languages/definitions/pug/register.js';
import 'monaco-editor/languages/definitions/python/register.js';
import 'monaco-editor/languages/definitions/r/register.js';
import 'monaco-editor/languages/definitions/restructuredtext/register.js';
import 'monaco-editor/languages/definitions/ruby/register.js';
import 'monaco-editor/languages/definitions/rust/register.js';
import 'monaco-editor/languages/definitions/scala/register.js';
import 'monaco-editor/languages/definitions/scss/register.js';
import 'monaco-editor/languages/definitions/shell/register.js';
import 'monaco-editor/languages/definitions/solidity/register.js';
import 'monaco-editor/languages/definitions/sql/register.js';
import 'monaco-editor/languages/definitions/swift/register.js';
import 'monaco-editor/languages/definitions/twig/register.js';
import 'monaco-editor/languages/definitions/typescript/register.js';
import 'monaco-editor/languages/definitions/wgsl/register.js';
import 'monaco-editor/languages/definitions/xml/register.js';
import 'monaco-editor/languages/definitions/yaml/register.js';
import type { Monaco } from './monaco';

/**
 * Registers languages for colours only, and loads the rules of each with its first file: no
 * language service reads an agent's text. Monaco's JSON is such a service, so JSON has rules of our
 * own.
 */
export function registerLanguages({ languages }: Monaco): void {
  languages.register({
    id: 'json',
    extensions: ['.json', '.jsonc', '.json5', '.webmanifest', '.code-workspace', '.ipynb'],
    filenames: ['.babelrc', '.eslintrc', '.prettierrc', '.swcrc', 'composer.lock', 'Pipfile.lock'],
  });
  languages.setMonarchTokensProvider('json', {
    tokenizer: {
      root: [
        [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'type'],
        [/"(?:[^"\\]|\\.)*"/, 'string'],
        [/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/, 'number'],
        [/\b(?:true|false|null)\b/, 'keyword'],
        [/\/\/.*$/, 'comment'],
        [/\/\*/, 'comment', '@comment'],
        [/[{}[\],:]/, 'delimiter'],
      ],
      comment: [
        [/[^*]+/, 'comment'],
        [/\*\//, 'comment', '@pop'],
        [/\*/, 'comment'],
      ],
    },
  });
  // TOML and these lock files use the rules of INI: sections, keys, strings and comments look
  // alike.
  languages.register({
    id: 'ini',
    extensions: ['.toml'],
    filenames: ['Cargo.lock', 'poetry.lock'],
  });
}
