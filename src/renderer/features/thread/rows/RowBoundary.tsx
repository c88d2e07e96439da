import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Component } from 'react';
import type { Entry } from '#shared/session/entries';
import { reportError } from '#window/diagnostics/reportError';
import { Note } from './Note';

interface RowBoundaryProps {
  readonly entry: Entry;
  readonly children: ReactNode;
}

interface RowBoundaryState {
  readonly entry: Entry;
  readonly hasFailed: boolean;
}

/**
 * An agent chooses what an entry says: one that cannot be drawn takes neither the other entries nor the window
 * with it. It is tried again when it changes.
 */
export class RowBoundary extends Component<RowBoundaryProps, RowBoundaryState> {
  override state: RowBoundaryState = { entry: this.props.entry, hasFailed: false };

  static getDerivedStateFromError(): Partial<RowBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { entry }: RowBoundaryProps,
    state: RowBoundaryState,
  ): RowBoundaryState | null {
    return entry === state.entry ? null : { entry, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { entry, children } = this.props;
    if (!this.state.hasFailed) return children;
    const isQuestion = entry.kind === 'permission' || entry.kind === 'elicitation';
    return (
      <Note icon={CircleAlert} tone="danger" title="This entry could not be shown.">
        {isQuestion && 'It is a question of the agent’s. Stop the turn to continue.'}
      </Note>
    );
  }
}
