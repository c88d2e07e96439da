import { join } from 'node:path';
import { RotatedFile } from '#main/base/files/rotatedFile';
import { LogValueWriter } from './logValue';

const levels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof levels)[number];
export type LogFields = Readonly<Record<string, unknown>>;

/** Prompts and file contents are logged only at `debug`. Secrets are removed at every level. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger whose lines have this scope below the current one: `host.session`. */
  child(scope: string): Logger;
}

export interface LogSink {
  append(line: string): void;
  flush(): Promise<void>;
}

export interface LoggerOptions {
  readonly scope?: string;
  /** The lowest level that is written. */
  readonly level?: LogLevel;
  readonly clock?: () => number;
}

/** Writes each record as one line of JSON: `{at, level, scope, message, ...fields}`. */
export class StructuredLogger implements Logger {
  private readonly scope: string;
  private readonly level: LogLevel;
  private readonly clock: () => number;

  constructor(
    private readonly sink: LogSink,
    { scope = 'main', level = 'info', clock = Date.now }: LoggerOptions = {},
  ) {
    this.scope = scope;
    this.level = level;
    this.clock = clock;
  }

  debug(message: string, fields?: LogFields): void {
    this.write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.write('error', message, fields);
  }

  child(scope: string): StructuredLogger {
    const { level, clock } = this;
    return new StructuredLogger(this.sink, { scope: `${this.scope}.${scope}`, level, clock });
  }

  /** Resolves when the lines so far are on disk, or could not be written. */
  flush(): Promise<void> {
    return this.sink.flush();
  }

  private write(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (levels.indexOf(level) < levels.indexOf(this.level)) return;
    const at = new Date(this.clock()).toISOString();
    const writer = new LogValueWriter();
    const head = { at, level, scope: this.scope, message: writer.write(message) };
    const body = Object.entries(writer.writeRecord(fields)).map(([name, value]) => [
      Object.hasOwn(head, name) ? `${name}_` : name,
      value,
    ]);
    this.sink.append(JSON.stringify({ ...head, ...Object.fromEntries(body) }));
  }
}

/** The app's log: `airlock.log` in the folder, with the older files next to it. */
export function createFileLogger(folder: string, options?: LoggerOptions): StructuredLogger {
  return new StructuredLogger(new RotatedFile(join(folder, 'airlock.log')), options);
}
