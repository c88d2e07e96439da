import type { LucideIcon } from 'lucide-react';
import type { Shortcut } from './Kbd';

/** An entry of a menu or a context menu. */
export type MenuItem =
  | { readonly kind: 'separator'; readonly id: string }
  | {
      readonly kind: 'action';
      readonly id: string;
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly shortcut?: Shortcut | undefined;
      readonly disabled?: boolean;
      /** Why it cannot be chosen; it is greyed and says so. */
      readonly reason?: string | null | undefined;
      readonly destructive?: boolean;
      run(): void;
    };
