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

/** A newer build may have logged a kind that this one does not know. */
export function toolIcon(kind: ToolKind): LucideIcon {
  return icons[kind] ?? Wrench;
}
