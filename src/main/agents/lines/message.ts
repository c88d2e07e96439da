import { cutText } from '#main/base/cutText';
import { hiddenId } from '#main/base/secrets/hiddenId';
import { redactTokens } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import type { WireProblem } from '../connection';
import {
  ANSWERABLE,
  GARBAGE_RUN,
  GARBAGE_TEXT_LENGTH,
  HIDDEN_ID_CHARACTERS,
  HUSK_MEMBERS,
  HUSK_TEXT_LENGTH,
  MESSAGE_DEPTH,
  MESSAGE_NODES,
} from './limits';

const OPENING_BRACE = 123;
const BYTE_ORDER_MARK = 0xfeff;

export type ParsedLine =
  | { readonly type: 'message'; readonly value: object }
  | { readonly type: 'garbage' }
  /**
   * A message that would be dangerous to pass on. The husk keeps only its scalar members, so that a
   * request can still be answered and an answer still ends its request.
   */
  | { readonly type: 'refused'; readonly reason: string; readonly husk: object };

/** I10: a message is a JSON object; any other output of an agent is garbage. */
export function parseLine(text: string): ParsedLine {
  // Avoid the exception: throwing is slow, and an agent may log a million lines to its output.
  if (text.charCodeAt(0) !== OPENING_BRACE && !text.trimStart().startsWith('{')) {
    return { type: 'garbage' };
  }
  let value: object;
  try {
    // Some programs write a byte order mark before each line; JSON does not treat it as whitespace.
    value = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch {
    return { type: 'garbage' };
  }
  const reason = new HostilityCheck().of(value, 1);
  return reason === null
    ? { type: 'message', value }
    : { type: 'refused', reason, husk: huskOf(value) };
}

/** Walks a parsed value only within the limits, which costs a tenth of parsing it. */
class HostilityCheck {
  private remaining = MESSAGE_NODES;

  of(value: object, depth: number): string | null {
    if (depth > MESSAGE_DEPTH) return `it is nested more than ${MESSAGE_DEPTH} levels deep`;
    return Array.isArray(value) ? this.items(value, depth) : this.members(value, depth);
  }

  private items(list: readonly unknown[], depth: number): string | null {
    this.remaining -= list.length;
    if (this.remaining < 0) return tooManyValues;
    for (const item of list) {
      const reason = typeof item === 'object' && item !== null ? this.of(item, depth + 1) : null;
      if (reason !== null) return reason;
    }
    return null;
  }

  private members(record: object, depth: number): string | null {
    for (const key in record) {
      // An own member with this name becomes the prototype if code copies the record member by
      // member.
      if (key === '__proto__') return 'it has a member named __proto__';
      if (--this.remaining < 0) return tooManyValues;
      const member: unknown = record[key as keyof typeof record];
      const reason =
        typeof member === 'object' && member !== null ? this.of(member, depth + 1) : null;
      if (reason !== null) return reason;
    }
    return null;
  }
}

const tooManyValues = `it has more than ${MESSAGE_NODES} values`;

function huskOf(message: object): object {
  const husk: Record<string, unknown> = {};
  let members = 0;
  for (const key in message) {
    const value: unknown = message[key as keyof typeof message];
    if (key === '__proto__' || key.length > HUSK_TEXT_LENGTH) continue;
    if (typeof value === 'object' && value !== null) continue;
    if (typeof value === 'string' && value.length > HUSK_TEXT_LENGTH) continue;
    if (++members > HUSK_MEMBERS && !ANSWERABLE.has(key)) continue;
    husk[key] = value;
  }
  return husk;
}

/** Counts an agent's lines that are not messages. Many in a row are worth a warning, once. */
export class GarbageRun {
  private length = 0;
  private hasWarned = false;

  constructor(private readonly report: (problem: WireProblem) => void) {}

  add(text: string): void {
    this.report({ type: 'garbage', text: cutText(text, GARBAGE_TEXT_LENGTH) });
    if (++this.length < GARBAGE_RUN || this.hasWarned) return;
    this.hasWarned = true;
    const message = `The agent printed ${GARBAGE_RUN} lines in a row that are not messages.`;
    this.report({ type: 'unexpected', message });
  }

  end(): void {
    this.length = 0;
  }
}

/** Members by which agents identify things, in the languages of all wires. */
const identifyingName = /^(?:id|uuid|.*Id|.*_id)$/;
/**
 * Ids of conversations are not hidden: they outlive the app, and after a restart the agent would
 * not know a replacement.
 */
const conversationName = /^(?:.*[sS]ession|thread)(?:Id|_id)$/;

/**
 * I20: agents choose ids, and we write an id wherever we name its thing. An id that holds a secret
 * is replaced as soon as it is read; the agent still gets its own id back.
 */
export class HiddenIds {
  private readonly chosen = new Map<string, string>();
  private characters = 0;

  /** Changes the message in place: it was just parsed and nothing else uses it. */
  hide(message: object): void {
    if (!Array.isArray(message)) {
      this.hideMembers(message as Record<string, unknown>);
      return;
    }
    for (const item of message) {
      if (typeof item === 'object' && item !== null) this.hide(item);
    }
  }

  /** The text of a message or part of one, with the ids that the agent has chosen. */
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
