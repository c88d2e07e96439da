import type { LogFields, Logger, LogLevel } from '#main/base/log/logger';

export interface MemoryLogRecord {
  readonly level: LogLevel;
  readonly scope: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** Keeps records unchanged for tests. Children share their parent's list. */
export class MemoryLogger implements Logger {
  constructor(
    readonly records: MemoryLogRecord[] = [],
    private readonly scope = 'test',
  ) {}

  debug(message: string, fields?: LogFields): void {
    this.keep('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.keep('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.keep('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.keep('error', message, fields);
  }

  child(scope: string): MemoryLogger {
    return new MemoryLogger(this.records, `${this.scope}.${scope}`);
  }

  private keep(level: LogLevel, message: string, fields: LogFields = {}): void {
    this.records.push({ level, scope: this.scope, message, fields });
  }
}
