import { FIRST_RESTART_DELAY_MILLISECONDS, RESTART_PERIOD_MILLISECONDS, RESTARTS } from './limits';

export type RestartDecision =
  | { readonly type: 'restart'; readonly delayMilliseconds: number }
  | { readonly type: 'give-up'; readonly message: string };

/**
 * Decides by the times of earlier restarts whether a crashed agent is started again. The delay
 * doubles with each restart within the period.
 */
export function decideRestart(restarts: readonly number[], now: number): RestartDecision {
  const recent = restarts.filter((at) => now - at < RESTART_PERIOD_MILLISECONDS).length;
  if (recent >= RESTARTS) {
    const minutes = RESTART_PERIOD_MILLISECONDS / 60_000;
    const message = `The agent was restarted ${recent} times within ${minutes} minutes.`;
    return { type: 'give-up', message };
  }
  return { type: 'restart', delayMilliseconds: FIRST_RESTART_DELAY_MILLISECONDS * 2 ** recent };
}
