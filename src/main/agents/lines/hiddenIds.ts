import { hiddenId } from '#main/base/secrets/hiddenId';
import { redactTokens } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import { HIDDEN_ID_CHARACTERS } from './limits';

/** Members by which agents identify things, in the languages of all wires. */
const identifyingName = /^(?:id|uuid|.*Id|.*_id)$/;
/** Ids of conversations outlive the app, and the agent would not know a hidden one after a restart. */
const conversationName = /^(?:.*[sS]ession|thread)(?:Id|_id)$/;

/**
 * I20: agents choose ids, and an id is written down wherever the thing is that it names. One that
 * holds a secret is another one to us from the moment that it is read; to the agent it stays its own.
 */
export class HiddenIds {
  private readonly chosen = new Map<string, string>();
  private characters = 0;

  /** Changes the message in place: it was just parsed, and has no other owner. */
  hide(message: object): void {
    if (!Array.isArray(message)) {
      this.hideMembers(message as Record<string, unknown>);
      return;
    }
    for (const item of message) {
      if (typeof item === 'object' && item !== null) this.hide(item);
    }
  }

  /** A message or a part of one as text, with the ids that the agent has chosen. */
  textOf(message: unknown): string {
    if (this.chosen.size === 0) return JSON.stringify(message);
    return JSON.stringify(message, (_, value: unknown) =>
      typeof value === 'string' ? (this.chosen.get(value) ?? value) : value,
    );
  }

  private hideMembers(record: Record<string, unknown>): void {
    for (const name in record) {
      const member = record[name];
      if (typeof member === 'object' && member !== null) this.hide(member);
      else if (typeof member === 'string' && identifyingName.test(name)) {
        if (mustHide(name, member)) record[name] = this.remember(member);
      }
    }
  }

  private remember(id: string): string {
    const hidden = hiddenId(id);
    if (this.chosen.has(hidden)) return hidden;
    this.chosen.set(hidden, id);
    this.characters += id.length;
    for (const [oldest, { length }] of this.chosen) {
      if (this.characters <= HIDDEN_ID_CHARACTERS || this.chosen.size === 1) break;
      this.chosen.delete(oldest);
      this.characters -= length;
    }
    return hidden;
  }
}

function mustHide(name: string, id: string): boolean {
  return secretValues.areIn(id) || (!conversationName.test(name) && redactTokens(id) !== id);
}
