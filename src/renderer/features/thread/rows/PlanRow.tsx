import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useState } from 'react';
import type { PlanItem } from '#shared/session/content';
import type { PlanEntry } from '#shared/session/entries';
import { ResourceChip } from '#window/features/thread/content/ResourceChip';
import { PLAN_ITEMS } from '#window/features/thread/limits';
import { TitleText } from '#window/features/thread/TitleText';
import { Icon } from '#window/ui/Icon';
import { Markdown } from '#window/ui/markdown/Markdown';
import { ShowMore } from '#window/ui/markdown/ShowMore';
import styles from './PlanRow.module.css';

export function PlanRow({ entry }: { readonly entry: PlanEntry }) {
  if (entry.removed) return <p className={styles.removed}>The agent dropped this plan.</p>;
  switch (entry.body.type) {
    case 'items':
      if (entry.body.items.length === 0) {
        return <p className={styles.removed}>The agent cleared its plan.</p>;
      }
      return <PlanItems items={entry.body.items} />;
    case 'markdown':
      return (
        <section className={styles.plan} aria-label="Plan">
          <div className={styles.title}>Plan</div>
          <Markdown text={entry.body.text} />
        </section>
      );
    default:
      return (
        <section className={styles.plan} aria-label="Plan">
          <div className={styles.title}>Plan</div>
          <ResourceChip name={null} uri={entry.body.uri} />
        </section>
      );
  }
}

function PlanItems({ items }: { readonly items: readonly PlanItem[] }) {
  const done = items.filter((item) => item.status === 'completed').length;
  const share = done / items.length;
  // Most plans have no priorities, which means that all are medium.
  const showsPriorities = items.some(({ priority }) => priority !== 'medium');
  const [limit, setLimit] = useState(PLAN_ITEMS);
  const hidden = items.length - limit;
  return (
    <section className={styles.plan} aria-label="Plan">
      <div className={styles.head}>
        <span className={styles.title}>Plan</span>
        <progress className={styles.bar} aria-label="Plan progress" value={share} max={1} />
        <span className={styles.count}>
          {done} of {items.length}
        </span>
      </div>
      <ul className={styles.items}>
        {items.slice(0, limit).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: plans are replaced as a whole.
          <li key={index} className={styles.item} data-status={item.status}>
            <span className={styles.mark} role="img" aria-label={statusNames[item.status]}>
              <Icon icon={statusIcons[item.status] ?? Circle} size="small" />
            </span>
            <span className={styles.text}>
              <TitleText text={item.content} />
            </span>
            {showsPriorities && <span className={styles.priority}>{item.priority} priority</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <ShowMore onShow={() => setLimit(limit + PLAN_ITEMS)}>
          Show {Math.min(hidden, PLAN_ITEMS)} more steps
        </ShowMore>
      )}
    </section>
  );
}

const statusIcons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck } as const;
const statusNames = { pending: 'To do', in_progress: 'In progress', completed: 'Done' } as const;
