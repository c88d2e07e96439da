import { join } from 'node:path';

/** Every place in the user-data folder that the app writes to. */
export interface Paths {
  readonly settings: string;
  readonly windowState: string;
  readonly logs: string;
  /** Traces of the agents' messages. */
  readonly traces: string;
  /** Sessions, their logs and their other files. */
  readonly data: string;
  /** The sample project for new users. */
  readonly sample: string;
  /** The newest seen announcement of a version. */
  readonly updateMemory: string;
  /** Downloaded versions of the app. */
  readonly updates: string;
}

export function pathsIn(userData: string): Paths {
  return {
    settings: join(userData, 'settings.json'),
    windowState: join(userData, 'window.json'),
    logs: join(userData, 'logs'),
    traces: join(userData, 'logs', 'wires'),
    data: join(userData, 'data'),
    sample: join(userData, 'sample-project'),
    updateMemory: join(userData, 'updates.json'),
    updates: join(userData, 'updates'),
  };
}
