import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { Icon } from '#window/ui/Icon';
import { CopyFigure, CrossFigure, ReviewFigure } from './figures';
import styles from './Steps.module.css';

const steps = [
  {
    title: 'Agents work in a copy',
    text: 'Each one gets its own copy of your project, including uncommitted changes.',
    figure: CopyFigure,
  },
  {
    title: 'You read every hunk',
    text: 'Accept what is good, send the rest back with a comment.',
    figure: ReviewFigure,
  },
  {
    title: 'Only accepted changes land',
    text: 'Your files stay yours until you say yes.',
    figure: CrossFigure,
  },
] as const;

/** Explains the app in three drawings. */
export function Steps() {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text, figure: Figure }, index) => (
        <Fragment key={title}>
          {index > 0 && (
            <li className={styles.arrow} aria-hidden="true">
              <Icon icon={ArrowRight} />
            </li>
          )}
          <li className={styles.step}>
            <Figure />
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
