import type { LucideIcon } from 'lucide-react';
import styles from './Icon.module.css';

const pixels = { small: 14, medium: 16, large: 20 } as const;

interface IconProps {
  readonly icon: LucideIcon;
  readonly size?: keyof typeof pixels;
}

/** Decoration only: the element around it must have the accessible name. */
export function Icon({ icon: Glyph, size = 'medium' }: IconProps) {
  return (
    <Glyph
      className={styles.icon}
      size={pixels[size]}
      strokeWidth={size === 'large' ? 1.6 : 1.75}
      aria-hidden="true"
    />
  );
}
