import type { FileProblem } from './keptFile';
import type { Logger } from './logger';

/** Files of ours that could not be read in this run of the program, for whoever tells the user. */
export class FileProblems {
  private readonly found = new Map<string, FileProblem>();

  constructor(private readonly logger: Logger) {}

  readonly report = (problem: FileProblem): void => {
    this.found.set(problem.path, problem);
    this.logger.warn('a file cannot be read', { ...problem });
  };

  list(): readonly FileProblem[] {
    return [...this.found.values()];
  }
}
