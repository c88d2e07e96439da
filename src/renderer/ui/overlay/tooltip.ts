import type { Shortcut } from '#window/ui/text/Kbd';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

export interface TooltipContent {
  readonly text: string;
  readonly shortcut?: Shortcut | undefined;
  readonly side?: TooltipSide | undefined;
}

/** Separates the key labels; no label contains it. */
const SEPARATOR = '\u001f';

const TEXT = 'data-tooltip';
const KEYS = 'data-tooltip-keys';
const SIDE = 'data-tooltip-side';

/**
 * Spread on a control to give it a tooltip, which the one `TooltipLayer` draws: a thousand rows
 * with buttons cost a few attributes, not a thousand components. Tooltips are only for the eye, so
 * the control must have its own accessible name.
 */
export function tooltip({
  text,
  shortcut,
  side,
}: TooltipContent): Record<string, string | undefined> {
  return { [TEXT]: text, [KEYS]: shortcut?.labels.join(SEPARATOR), [SIDE]: side };
}

/** Spread after `tooltip` to replace its text. */
export function tooltipText(text: string): Record<string, string> {
  return { [TEXT]: text };
}

export interface FoundTooltip extends TooltipContent {
  readonly anchor: Element;
}

/** The tooltip of an element, or of the nearest one around it that has one. */
export function findTooltip(target: EventTarget | null): FoundTooltip | undefined {
  const anchor = target instanceof Element ? target.closest(`[${TEXT}]`) : null;
  const text = anchor?.getAttribute(TEXT);
  if (!anchor || !text) return undefined;
  const keys = anchor.getAttribute(KEYS);
  return {
    anchor,
    text,
    side: (anchor.getAttribute(SIDE) ?? 'bottom') as TooltipSide,
    shortcut: keys === null ? undefined : { labels: keys.split(SEPARATOR), aria: '' },
  };
}
