import type { ReactNode } from 'react';
import { Button } from '#window/ui/form/Button';
import styles from './Markdown.module.css';

interface ShowMoreProps {
  readonly children: ReactNode;
  onShow(): void;
}

/** A button where a long text was cut, which shows more of it. */
export function ShowMore({ children, onShow }: ShowMoreProps) {
  return (
    <div className={styles.more}>
      <Button size="small" onClick={onShow}>
        {children}
      </Button>
    </div>
  );
}
