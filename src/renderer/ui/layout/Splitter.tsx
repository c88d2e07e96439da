import type { KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '#window/ui/classNames';
import styles from './Splitter.module.css';

const KEY_STEP = 24;

/** The movable edges of a panel: orientation, and the keys that enlarge and shrink the panel. */
const edges = {
  left: { orientation: 'vertical', grows: 'ArrowLeft', shrinks: 'ArrowRight' },
  right: { orientation: 'vertical', grows: 'ArrowRight', shrinks: 'ArrowLeft' },
  top: { orientation: 'horizontal', grows: 'ArrowUp', shrinks: 'ArrowDown' },
} as const;

export interface SplitterProps {
  readonly label: string;
  readonly edge: keyof typeof edges;
  readonly size: number;
  readonly min: number;
  readonly max: number;
  /** The size at which the edge would be under the pointer. */
  readonly sizeAt: (pointer: PointerEvent<HTMLElement>) => number;
  readonly onResize: (size: number) => void;
  readonly onReset: () => void;
  /** Positions the splitter. */
  readonly className?: string | undefined;
}

export function Splitter(props: SplitterProps) {
  const { size, onResize } = props;
  const { orientation, grows, shrinks } = edges[props.edge];

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(props.sizeAt(event));
  };

  const step = (event: KeyboardEvent) => {
    if (event.key !== grows && event.key !== shrinks) return;
    event.preventDefault();
    onResize(event.key === grows ? size + KEY_STEP : size - KEY_STEP);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is not a splitter; ARIA asks for this role.
    <div
      className={classNames(styles.splitter, props.className)}
      role="separator"
      aria-label={props.label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={props.min}
      aria-valuemax={Math.max(props.min, props.max)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={props.onReset}
      onKeyDown={step}
    />
  );
}
