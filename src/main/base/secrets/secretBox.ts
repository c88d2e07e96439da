/** The system's key store. */
export interface SecretBox {
  /** Why nothing can be kept by it; null if it can. */
  problem(): string | null;
  lock(text: string): Buffer;
  /** Null if it was locked by another key. */
  unlock(bytes: Buffer): string | null;
}
