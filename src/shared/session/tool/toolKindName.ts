import type { ToolKind } from '#shared/session/content';

const names: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  think: 'Think',
  fetch: 'Fetch',
  switch_mode: 'Switch mode',
  other: 'Tool',
};

/** A newer build may have logged a kind that this one does not know. */
export function toolKindName(kind: ToolKind): string {
  return names[kind] ?? 'Tool';
}
