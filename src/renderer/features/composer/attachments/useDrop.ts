import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Accepts files that are dropped anywhere on the composer's pane; other drops are left to other
 * targets. Returns whether files are dragged over it.
 */
export function useDrop(
  composer: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const pane = composer.current?.parentElement;
    if (!pane) return;
    const accept = (event: DragEvent) => {
      if (claim(event)) setIsOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      const isInside = relatedTarget instanceof Node && pane.contains(relatedTarget);
      if (!isInside) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (claim(event)) latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const stop = new AbortController();
    const options = { signal: stop.signal };
    pane.addEventListener('dragenter', accept, options);
    pane.addEventListener('dragover', accept, options);
    pane.addEventListener('dragleave', leave, options);
    pane.addEventListener('drop', drop, options);
    return () => stop.abort();
  }, [composer]);
  return isOver;
}

/** Whether the drag carries files; if so, no other target handles it. */
function claim(event: DragEvent): boolean {
  const { dataTransfer } = event;
  if (!dataTransfer?.types.includes('Files')) return false;
  event.preventDefault();
  event.stopPropagation();
  dataTransfer.dropEffect = 'copy';
  return true;
}
