import type { ClipboardEvent, DragEvent, SyntheticEvent } from 'react';
import { attachableFiles } from './attachments';

/** Attaches files and long texts that are pasted or dropped on a prompt's field. */
export function attachHandlers(onFiles: (files: readonly File[]) => void) {
  const take = (event: SyntheticEvent, files: readonly File[]) => {
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return {
    onPaste: (event: ClipboardEvent) =>
      take(event, attachableFiles(event.clipboardData, 'Pasted text.txt')),
    onDrop: (event: DragEvent) =>
      take(event, attachableFiles(event.dataTransfer, 'Dropped text.txt')),
  };
}
