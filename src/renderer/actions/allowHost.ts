import type { SessionId } from '#shared/ids';
import { call } from '#window/ipc/client';
import { settingsStore } from '#window/state/settingsStore';
import { changeWithUndo } from './changeWithUndo';

/** Lets a sealed session reach a host that was refused, from its next attempt on. */
export async function allowForSession(sessionId: SessionId, rule: string): Promise<void> {
  await call('sessions.command', { sessionId, command: { type: 'host.allow', rule } });
}

/** Lets all sealed sessions of a project with limited hosts reach it. */
export function allowForProject(project: string, rule: string): Promise<void> {
  const hosts = settingsStore.getState().settings.projects[project]?.hosts ?? [];
  const value = [...hosts.filter((host) => host !== rule), rule];
  const notice = { id: `host:${rule}`, title: `${rule} was allowed for this project` };
  return changeWithUndo(notice, [{ path: ['projects', project, 'hosts'], value }]);
}
