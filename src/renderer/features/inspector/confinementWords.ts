import type { Confinement } from '#shared/confinement';
import { visibleLine } from '../../ui/visibleText';

const LIMIT =
  'Airlock ends the processes of the agent that it can find; a process that hides may live on.';

/** What becomes of an agent's processes, and where that has its limit. */
export function confinementWords(confinement: Confinement): string {
  switch (confinement.type) {
    case 'namespace':
      return 'In a process namespace: the system ends what the agent started with the agent, and with Airlock.';
    case 'declined':
      return `Without a process namespace, as its settings say. ${LIMIT}`;
    case 'unavailable':
      return `Without a process namespace. ${LIMIT} Reason: ${visibleLine(confinement.reason)}`;
  }
}
