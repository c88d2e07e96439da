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
   * A message that it would be dangerous to pass on. The husk has its scalar members only, so
   * that a request can still be answered, and an answer still ends the request it belongs to.
   */
  | { readonly type: 'refused'; readonly reason: string; readonly husk: object };

/** I10: a message is a JSON object; whatever else an agent prints is garbage. */
export function parseLine(text: string): ParsedLine {
  // Throwing is slow, and an agent that logs to its output does so a million times.
  if (text.charCodeAt(0) !== OPENING_BRACE && !text.trimStart().startsWith('{')) {
    return { type: 'garbage' };
  }
  let value: object;
  try {
    // Some programs write one before each line; JSON does not treat it as whitespace.
    value = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch {
    return { type: 'garbage' };
  }
  const reason = new HostilityCheck().of(value, 1);
  return reason === null
    ? { type: 'message', value }
    : { type: 'refused', reason, husk: huskOf(value) };
}

/** Walks a parsed value no deeper and no longer than the limits; costs a tenth of parsing it. */
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
      // An own member of this name turns into a prototype wherever the record is copied by hand.
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

/** Lines of an agent's that are not messages. Many in a row are worth a warning, once. */
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

  /** A message came. */
  end(): void {
    this.length = 0;
  }
}

/** Members by which agents identify things, in the languages of all wires. */
const identifyingName = /^(?:id|uuid|.*Id|.*_id)$/;
/** Ids of conversations outlive the app, and the agent would not know a hidden one after a restart. */
const conversationName = /^(?:.*[sS]ession|thread)(?:Id|_id)$/;

/**
 * I20: agents choose ids, and an id is written wherever the thing that it names is. One that
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
