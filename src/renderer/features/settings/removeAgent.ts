import { reportError } from '../../diagnostics/reportError';
import { changeWithUndo } from './changeWithUndo';

/** Its sessions stay; without it they can be read, not continued. */
export function removeAgent(id: string, name: string): void {
  const notice = { id: `agent:${id}`, title: `${name} was removed` };
  changeWithUndo(notice, [{ path: ['agents', id] }]).catch(reportError);
}
