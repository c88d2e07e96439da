import type { ToolKind } from '#shared/session/content';

/** Words in the names of tools, in the order in which they decide. */
const words: readonly (readonly [ToolKind, ReadonlySet<string>])[] = [
  ['delete', new Set(['delete', 'remove', 'rm', 'unlink'])],
  ['move', new Set(['move', 'rename', 'mv'])],
  [
    'edit',
    new Set(['edit', 'write', 'create', 'patch', 'replace', 'insert', 'update', 'apply', 'save']),
  ],
  ['search', new Set(['search', 'grep', 'glob', 'find', 'list', 'ls'])],
  ['fetch', new Set(['fetch', 'web', 'http', 'url', 'browse', 'download'])],
  ['execute', new Set(['execute', 'exec', 'run', 'bash', 'shell', 'terminal', 'command', 'cmd'])],
  ['think', new Set(['think', 'reason', 'plan'])],
  ['read', new Set(['read', 'view', 'open', 'cat', 'show', 'get'])],
];

/** What a tool does as far as its name tells; only what it looks like on screen hangs on it. */
export function kindFromName(name: string): ToolKind {
  const found = new Set(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/),
  );
  for (const [kind, known] of words) {
    for (const word of found) if (known.has(word)) return kind;
  }
  return 'other';
}
