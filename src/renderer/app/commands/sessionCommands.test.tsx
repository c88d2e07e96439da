import { expect, it, onTestFinished } from 'vitest';
import { folderStore, setCurrentFolder } from '#window/state/projects/folderStore';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { sessionCommands } from './sessionCommands';

it('ask who wrote a file of the opened project, also before its first session', () => {
  sessionsStore.setState({ sessions: new Map() });
  const before = folderStore.getState();
  onTestFinished(() => folderStore.setState(before, true));
  const command = sessionCommands.find(({ id }) => id === 'project.whoWrote');
  expect(command?.enabled?.()).toBe(false);
  setCurrentFolder('/project');
  expect(command?.enabled?.()).toBe(true);
});
