import type { Logger } from '#main/base/log/logger';
import type { FileProblem } from './keptFile';

/** A problem as it is sent to a window. */
export type ToldProblem = Omit<FileProblem, 'again'>;

/** Files of ours that could not be read in this run of the app, to be reported to the user. */
export class FileProblems {
  private readonly found = new Map<string, FileProblem>();

  constructor(
    private readonly logger: Logger,
    private readonly onDidReport: () => void = () => undefined,
  ) {}

  readonly report = (problem: FileProblem): void => {
    const isNew = this.found.get(problem.path)?.message !== problem.message;
    this.found.set(problem.path, problem);
    if (isNew || problem.aside !== null) {
      this.logger.warn('a file cannot be read', { ...told(problem) });
      this.onDidReport();
    }
  };

  list(): readonly ToldProblem[] {
    return [...this.found.values()].map(told);
  }

  /** Like `list`, but retries temporary problems. */
  async look(): Promise<readonly ToldProblem[]> {
    for (const problem of [...this.found.values()]) {
      const isOver = (await problem.again?.()) ?? false;
      if (isOver && this.found.get(problem.path) === problem) this.found.delete(problem.path);
    }
    return this.list();
  }
}

function told({ again: _, ...problem }: FileProblem): ToldProblem {
  return problem;
}
