import { onUnexpectedError } from '#main/base/unexpected';

/** How long quitting may wait for saves; past that the machine's own shutdown would kill us. */
const LIMIT_MILLISECONDS = 8_000;

type Task = () => Promise<void>;

/** What must be finished before the program ends, run newest first, within a time limit. */
export class Shutdown {
  private readonly tasks: Task[] = [];
  private running: Promise<void> | undefined;
  done = false;

  constructor(private readonly limitMilliseconds: number = LIMIT_MILLISECONDS) {}

  before(task: Task): void {
    this.tasks.push(task);
  }

  run(): Promise<void> {
    this.running ??= this.runTasks();
    return this.running;
  }

  private async runTasks(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.limitMilliseconds);
    });
    await Promise.race([this.runInOrder(), limit]);
    clearTimeout(timer);
    this.done = true;
  }

  private async runInOrder(): Promise<void> {
    for (const task of this.tasks.toReversed()) {
      await task().catch(onUnexpectedError);
    }
  }
}
