import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useState } from 'react';
import type { PlanItem } from '#shared/session/content';
import type { PlanEntry } from '#shared/session/entries';
import { Icon } from '../../../ui/Icon';
import { Markdown } from '../../../ui/markdown/Markdown';
import { ShowMore } from '../../../ui/markdown/ShowMore';
import { ResourceChip } from '../content/ResourceChip';
import { PLAN_ITEMS } from '../limits';
import { TitleText } from '../TitleText';
import styles from './PlanRow.module.css';

export function PlanRow({ entry }: { readonly entry: PlanEntry }) {
  if (entry.removed) return <p className={styles.removed}>The agent dropped this plan.</p>;
  switch (entry.body.type) {
    case 'items':
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
          <ResourceChip kind="file" name={null} uri={entry.body.uri} />
        </section>
      );
  }
}

function PlanItems({ items }: { readonly items: readonly PlanItem[] }) {
  const done = items.filter((item) => item.status === 'completed').length;
  const share = items.length === 0 ? 0 : done / items.length;
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
            {item.priority === 'high' && item.status !== 'completed' && (
              <span className={styles.priority}>high priority</span>
            )}
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
