import { MessageSquareText } from 'lucide-react';
import type { SessionHead } from '#shared/session/state';
import { folderName } from '../../state/folderName';
import { EmptyState } from '../../ui/EmptyState';
import { visibleLine } from '../../ui/visibleText';
import styles from './EmptyThread.module.css';

/** What a session shows before its first prompt. */
export function EmptyThread({ head }: { readonly head: SessionHead }) {
  const name = visibleLine(head.agent.name);
  const folder = folderName(head.project);
  return (
    <div className={styles.place}>
      <EmptyState icon={MessageSquareText} title={`${name} is ready`}>
        {head.isolation === 'isolated'
          ? `It works in a copy of ${folder}. Nothing reaches your files until you accept it.`
          : `It works in ${folder} itself. Where it lets us, its writes wait for you.`}
        {head.commands.length > 0 && ' Type / to see what it offers.'}
      </EmptyState>
    </div>
  );
}
