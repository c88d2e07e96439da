/** The system's key store. */
export interface SecretBox {
  /** Why the key store cannot keep anything; null if it can. */
  problem(): string | null;
  lock(text: string): Buffer;
  /** The text; null if another key encrypted it. */
  unlock(bytes: Buffer): string | null;
}
