import {
  ArrowLeftRight,
  Brain,
  FileText,
  FolderInput,
  Globe,
  type LucideIcon,
  Pencil,
  Search,
  SquareTerminal,
  Trash2,
  Wrench,
} from 'lucide-react';
import type { ToolKind } from '#shared/session/content';

const icons: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText,
  edit: Pencil,
  delete: Trash2,
  move: FolderInput,
  search: Search,
  execute: SquareTerminal,
  think: Brain,
  fetch: Globe,
  switch_mode: ArrowLeftRight,
  other: Wrench,
};

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
export function toolIcon(kind: ToolKind): LucideIcon {
  return icons[kind] ?? Wrench;
}

export function toolKindName(kind: ToolKind): string {
  return names[kind] ?? 'Tool';
}
