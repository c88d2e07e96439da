import type { DockviewApi, DockviewGroupPanel } from 'dockview-react';
import { EMPTY_COMPONENT, isEmptyPane } from './paneLayout';

type Position = NonNullable<Parameters<DockviewApi['addPanel']>[0]['position']>;

/** Panes that wait for a session; they go when one opens in their place. */
export class EmptyPanes {
  private count = 0;

  constructor(private readonly api: DockviewApi) {}

  add(position: Position): void {
    this.api.addPanel({ id: this.nextId(), component: EMPTY_COMPONENT, position });
  }

  removeIn(group: DockviewGroupPanel): void {
    for (const panel of group.panels.filter(({ id }) => isEmptyPane(id))) {
      this.api.removePanel(panel);
    }
  }

  /** An id that no open pane has. */
  nextId(): string {
    do this.count++;
    while (this.api.getPanel(`empty:${this.count}`) !== undefined);
    return `empty:${this.count}`;
  }
}

export function showsEmptyPane({ activePanel }: DockviewGroupPanel): boolean {
  return activePanel !== undefined && isEmptyPane(activePanel.id);
}
