import { onUnexpectedError } from '#main/base/unexpected';

/** How long quitting may take, whatever the agents do. */
const LIMIT_MILLISECONDS = 4_000;
/** The share that is reserved for later steps, such as the app's log. */
const RESERVE_SHARE = 1 / 8;

type Task = () => Promise<void>;

/** The steps before the app ends. They run newest first, within a time limit. */
export class Shutdown {
  private readonly tasks: Task[] = [];
  private last: Task = async () => undefined;
  private running: Promise<void> | undefined;
  done = false;

  constructor(private readonly limitMilliseconds: number = LIMIT_MILLISECONDS) {}

  before(task: Task): void {
    this.tasks.push(task);
  }

  /** Adds a task that runs after all others have ended, because it must not be interrupted. */
  atLast(task: Task): void {
    this.last = task;
  }

  run(): Promise<void> {
    this.running ??= this.runTasks();
    return this.running;
  }

  private async runTasks(): Promise<void> {
    const reserve = this.limitMilliseconds * RESERVE_SHARE;
    const waiting = this.tasks.toReversed();
    const running = this.runInOrder(waiting);
    await within(this.limitMilliseconds - reserve, running);
    // A task that fails or hangs must not stop the others: each of them can save its data.
    const rest = waiting.splice(0).map(run);
    if (rest.length > 0) await within(reserve, Promise.all(rest));
    await run(this.last);
    this.done = true;
  }

  private async runInOrder(waiting: Task[]): Promise<void> {
    for (let task = waiting.shift(); task; task = waiting.shift()) await run(task);
  }
}

async function run(task: Task): Promise<void> {
  try {
    await task();
  } catch (error) {
    onUnexpectedError(error);
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeUp]);
  clearTimeout(timer);
}
