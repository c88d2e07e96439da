import { tooltipText } from './tooltip';

/**
 * Spread on a control that cannot be used, with the reason. It must stay in the tab order, so that
 * eyes and ears alike can find out why. Nothing where there is no reason.
 */
export function unavailable(reason: string | null | undefined): Record<string, string> {
  if (reason === null || reason === undefined) return {};
  return { 'aria-description': reason, ...tooltipText(reason) };
}
