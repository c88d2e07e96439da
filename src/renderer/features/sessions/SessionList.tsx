import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState';

/** The sidebar's list; sessions arrive with the host. */
export function SessionList() {
  return (
    <EmptyState icon={MessagesSquare} title="No sessions yet">
      Give an agent a task and it appears here, with what it is doing and whether it waits for you.
    </EmptyState>
  );
}
