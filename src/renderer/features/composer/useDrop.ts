import { type DragEvent, useState } from 'react';

interface DropProps {
  onDragEnter(event: DragEvent): void;
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Takes files that are dropped; anything else is left to whoever wants it. */
export function useDrop(
  onFiles: (files: readonly File[]) => void,
): [isOver: boolean, props: DropProps] {
  const [isOver, setIsOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  return [
    isOver,
    {
      onDragEnter: accept,
      onDragOver: accept,
      onDragLeave: (event) => {
        const { currentTarget, relatedTarget } = event;
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setIsOver(false);
      },
      onDrop: (event) => {
        setIsOver(false);
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles([...event.dataTransfer.files]);
      },
    },
  ];
}
