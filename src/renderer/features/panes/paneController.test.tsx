import type { DockviewApi } from 'dockview-react';
import { expect, it, onTestFinished } from 'vitest';
import type { SessionId } from '#shared/ids';
import { paneMoves } from '#window/state/layout/panes';
import { PaneController } from './paneController';

function onePane() {
  const happened: string[] = [];
  const group = { api: { isVisible: true }, panels: [] as object[] };
  const panel = { group, api: { setActive: () => happened.push('put into the page') } };
  group.panels.push(panel);
  const api = { getPanel: () => panel, activePanel: panel, activeGroup: group };
  onTestFinished(paneMoves.subscribe(() => happened.push('told')));
  return { happened, controller: new PaneController(api as unknown as DockviewApi) };
}

it('leaves a pane alone that is in front already', () => {
  const { happened, controller } = onePane();
  controller.show(['ses_1' as SessionId], 'tile');
  expect(happened).toEqual([]);
});

it('tells that a pane was moved when the one in front is brought there again', () => {
  const { happened, controller } = onePane();
  controller.focusTab(1);
  expect(happened).toEqual(['put into the page', 'told']);
});
