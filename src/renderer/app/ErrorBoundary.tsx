import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CrashScreen } from './CrashScreen';

interface Caught {
  readonly error: unknown;
  readonly componentStack: string | undefined;
}

interface ErrorBoundaryState {
  readonly caught: Caught | null;
}

/** The last resort: a bug while drawing shows itself and a way on, never an empty window. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error, componentStack: undefined } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ caught: { error, componentStack: info.componentStack ?? undefined } });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    return <CrashScreen error={caught.error} componentStack={caught.componentStack} />;
  }
}
