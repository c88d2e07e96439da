import { tooltipText } from './overlay/tooltip';

/**
 * Spread on a control that cannot be used, with the reason. The control must stay in the tab order,
 * so that every user can find out why. Empty if there is no reason.
 */
export function unavailable(reason: string | null | undefined): Record<string, string> {
  if (reason === null || reason === undefined) return {};
  return { 'aria-description': reason, ...tooltipText(reason) };
}
