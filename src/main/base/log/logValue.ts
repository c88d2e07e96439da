import { beginningOf } from '#main/base/cutText';
import { hideValues, isSecretPair, listsValues, redactText } from '#main/base/secrets/redact';
import { announcesSecret, isSecret } from '#main/base/secrets/secretNames';
import { REDACTED, secretValues } from '#main/base/secrets/secretValues';

/** Longer strings say nothing more in a log, and would push useful lines out of it. */
const STRING_LIMIT = 8_192;
/** Characters of one line: a rotated file of 5 MB must hold more than a few lines. */
const TOTAL_LIMIT = 65_536;
const ENTRY_LIMIT = 100;
const DEPTH_LIMIT = 8;
/**
 * Characters that are read beyond a limit before redacting, so that a secret across the limit is
 * recognised.
 */
const SECRET_OVERLAP = 1_024;

/**
 * Converts any value to JSON: bounded, without secrets and cycles, and with errors written out.
 * Never throws.
 */
export class LogValueWriter {
  private remaining = TOTAL_LIMIT;
  private readonly ancestors = new Set<object>();

  write(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
        if (!Number.isFinite(value)) return String(value);
        return secretValues.areIn(`${value}`) ? REDACTED : value;
      case 'boolean':
      case 'undefined':
        return value;
      case 'object':
        return value === null ? null : this.object(value);
      case 'bigint':
        return this.text(String(value));
      default:
        return `[${typeof value}]`;
    }
  }

  writeRecord(value: object): object {
    const written = this.object(value);
    return typeof written === 'object' && written !== null ? written : { value: written };
  }

  private text(value: string): string {
    const limit = Math.min(STRING_LIMIT, this.remaining);
    const isCut = value.length > limit + SECRET_OVERLAP;
    const start = isCut ? beginningOf(value, limit + SECRET_OVERLAP) : value;
    const clean = redactText(start);
    const kept = clean.slice(0, limit);
    this.remaining -= kept.length;
    const isWhole = clean.length <= limit && !isCut;
    return isWhole ? kept : `${kept}…[cut from ${value.length} characters]`;
  }

  private object(value: object): unknown {
    if (this.ancestors.has(value)) return '[circular]';
    if (this.ancestors.size >= DEPTH_LIMIT || this.remaining <= 0) return '[cut]';
    this.ancestors.add(value);
    try {
      return this.members(value);
    } catch (error) {
      // A foreign getter or proxy may throw anything, even from its own toString.
      return `[unreadable: ${error instanceof Error ? this.text(error.message) : typeof error}]`;
    } finally {
      this.ancestors.delete(value);
    }
  }

  private members(value: object): unknown {
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value) || value instanceof Set) return this.list([...value]);
    if (value instanceof Map) {
      return this.record([...value].map(([key, item]) => [String(key), item]));
    }
    if (value instanceof Error) return this.record(errorEntries(value));
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.write(value.toJSON());
    const members = Object.entries(value);
    return this.record(isSecretPair(value) ? [...members, ['value', REDACTED]] : members);
  }

  private list(items: readonly unknown[]): unknown[] {
    const written = items
      .slice(0, ENTRY_LIMIT)
      .map((item, index) => (announcesSecret(items[index - 1]) ? REDACTED : this.write(item)));
    const rest = items.length - written.length;
    return rest > 0 ? [...written, `…[${rest} more]`] : written;
  }

  private record(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
    const written = entries
      .slice(0, ENTRY_LIMIT)
      .map(([key, item]): [string, unknown] => [
        this.text(key),
        isSecret(key, item) ? REDACTED : this.write(listsValues(key) ? hideValues(item) : item),
      ]);
    const rest = entries.length - written.length;
    if (rest > 0) written.push(['…', `[${rest} more]`]);
    return Object.fromEntries(written);
  }
}

function errorEntries(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error;
  const entries: [string, unknown][] = [
    ['name', name],
    ['message', message],
    ['stack', stack],
  ];
  if (cause !== undefined) entries.push(['cause', cause]);
  if (error instanceof AggregateError) entries.push(['errors', error.errors]);
  return [...entries, ...Object.entries(error)];
}
