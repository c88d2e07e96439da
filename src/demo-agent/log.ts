/** Logs to standard error, since standard output carries the protocol. */
export function logError(what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[airlock agent] ${what}: ${reason}\n`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
