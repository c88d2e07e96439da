import type { LucideIcon } from 'lucide-react';
import type { Shortcut } from '#window/ui/text/Kbd';

/** An entry of a menu or a context menu. */
export type MenuItem =
  | { readonly kind: 'separator'; readonly id: string }
  /** One of several exclusive choices. */
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly label: string;
      readonly checked: boolean;
      run(): void;
    }
  | {
      readonly kind: 'action';
      readonly id: string;
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly shortcut?: Shortcut | undefined;
      /** A function is called when the menu opens. */
      readonly disabled?: boolean | (() => boolean);
      /** Why the item cannot be chosen; it is then greyed and shows the reason. */
      readonly reason?: string | null | undefined;
      readonly destructive?: boolean;
      run(): void;
    };
