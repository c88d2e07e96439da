import { cancelWork, useLongWork } from '#window/state/longWork';
import { WorkProgress } from '#window/ui/WorkProgress';
import styles from './Sidebar.module.css';

/** Shows the app's long-running work above the sidebar's buttons. */
export function WorkStrip() {
  const works = useLongWork();
  if (works.length === 0) return null;
  return (
    <section className={styles.works} aria-label="Work in progress">
      {works.map(({ id, title, detail, progress, canCancel }) => (
        <WorkProgress
          key={id}
          title={title}
          detail={detail}
          progress={progress}
          onCancel={canCancel ? () => cancelWork(id) : undefined}
        />
      ))}
    </section>
  );
}
