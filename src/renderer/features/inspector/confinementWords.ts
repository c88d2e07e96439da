import type { Confinement } from '#shared/confinement';
import { visibleLine } from '#window/ui/text/visibleText';

const LIMIT =
  'Airlock ends the agent’s processes that it can find; a hidden process may keep running.';

/** How an agent's processes are ended, and the limits of that. */
export function confinementWords(confinement: Confinement): string {
  switch (confinement.type) {
    case 'namespace':
      return 'In a process namespace: when the agent or Airlock ends, the system ends everything the agent started.';
    case 'sealed':
      return 'Sealed: the system shows these processes only what the agent needs, and ends them when the agent or Airlock ends.';
    case 'declined':
      return `Without a process namespace, as set in its settings. ${LIMIT}`;
    case 'unavailable':
      return `Without a process namespace. ${LIMIT} Reason: ${visibleLine(confinement.reason)}`;
  }
}
