import { Splitter, type SplitterProps } from './Splitter';
import styles from './TopSplitter.module.css';

type TopSplitterProps = Omit<SplitterProps, 'edge' | 'sizeAt' | 'className'>;

/**
 * Moves the top edge of a panel at the bottom of the window; must be a direct child of the panel.
 */
export function TopSplitter(props: TopSplitterProps) {
  return (
    <Splitter
      {...props}
      className={styles.edge}
      edge="top"
      sizeAt={({ currentTarget, clientY }) => bottomOf(currentTarget.parentElement) - clientY}
    />
  );
}

function bottomOf(element: HTMLElement | null): number {
  return element?.getBoundingClientRect().bottom ?? window.innerHeight;
}
