import type { ReactNode } from 'react';
import { Button } from '../Button';
import styles from './Markdown.module.css';

interface ShowMoreProps {
  readonly children: ReactNode;
  onShow(): void;
}

/** Where something long was cut. */
export function ShowMore({ children, onShow }: ShowMoreProps) {
  return (
    <div className={styles.more}>
      <Button size="small" onClick={onShow}>
        {children}
      </Button>
    </div>
  );
}
