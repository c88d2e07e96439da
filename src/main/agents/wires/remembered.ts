import { charactersIn } from '#shared/text/charactersIn';
import { REMEMBERED_CHARACTERS } from './limits';

interface Kept<V> {
  readonly value: V;
  readonly characters: number;
}

/**
 * I21: what a wire remembers about an agent's messages, by their id, bounded in number and in size.
 * The oldest are forgotten first. The newest is kept whatever its size, which the message size
 * limits.
 */
export class Remembered<V> {
  private readonly kept = new Map<string, Kept<V>>();
  private characters = 0;

  constructor(private readonly most: number) {}

  get(id: string): V | undefined {
    return this.kept.get(id)?.value;
  }

  has(id: string): boolean {
    return this.kept.has(id);
  }

  set(id: string, value: V): void {
    this.delete(id);
    const characters = charactersIn(value);
    this.kept.set(id, { value, characters });
    this.characters += characters;
    for (const oldest of this.kept.keys()) {
      if (oldest === id || !this.isCrowded) return;
      this.delete(oldest);
    }
  }

  *entries(): Generator<readonly [id: string, value: V]> {
    for (const [id, { value }] of this.kept) yield [id, value];
  }

  delete(id: string): void {
    this.characters -= this.kept.get(id)?.characters ?? 0;
    this.kept.delete(id);
  }

  clear(): void {
    this.kept.clear();
    this.characters = 0;
  }

  private get isCrowded(): boolean {
    return this.kept.size > this.most || this.characters > REMEMBERED_CHARACTERS;
  }
}
