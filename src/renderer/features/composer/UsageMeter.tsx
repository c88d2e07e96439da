import type { ContextUsage } from '#shared/session/agent';
import { usageText } from '#window/state/session/usageText';
import { tooltip } from '#window/ui/overlay/tooltip';
import styles from './UsageMeter.module.css';

const RADIUS = 5.5;
const LENGTH = 2 * Math.PI * RADIUS;

/** How full the agent's context is, and the cost so far. */
export function UsageMeter({ usage }: { readonly usage: ContextUsage }) {
  const share = usage.size > 0 ? Math.min(1, Math.max(0, usage.used / usage.size)) : 0;
  const percent = Math.round(share * 100);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element draws a bar of its own.
    <span
      className={styles.meter}
      data-level={share >= 0.9 ? 'high' : undefined}
      role="meter"
      aria-label="Context used"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={usageText(usage)}
      {...tooltip({ text: usageText(usage), side: 'top' })}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <circle className={styles.track} cx="7" cy="7" r={RADIUS} />
        <circle
          className={styles.arc}
          cx="7"
          cy="7"
          r={RADIUS}
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 7 7)"
        />
      </svg>
      <span className={styles.share}>{percent}%</span>
    </span>
  );
}
