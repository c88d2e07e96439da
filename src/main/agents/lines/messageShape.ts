import { JsonText } from '#main/base/json/jsonText';
import { ANSWERABLE, HUSK_MEMBERS, HUSK_TEXT_LENGTH, MESSAGE_DEPTH, MESSAGE_NODES } from './limits';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The size of a name and a value, each as long as a husk may keep. */
const MEMBER_BYTES = 4 * HUSK_TEXT_LENGTH;

/** Why a message is refused, and its remaining scalar members. */
export interface MessageRefusal {
  readonly reason: string;
  readonly husk: object;
}

/**
 * Measures the depth and width of a message while its bytes arrive: sixteen megabytes of brackets
 * would become a gigabyte once parsed. It allocates almost nothing and does not check whether the
 * bytes are JSON.
 */
export class MessageShape {
  private depth = 0;
  private nodes = 0;
  private isTooDeep = false;
  private isInString = false;
  private isEscaped = false;
  /** The top-level member being read, if it is short and plain. */
  private readonly member = Buffer.alloc(MEMBER_BYTES);
  private memberLength = 0;
  private isPlain = true;
  private readonly husk: Record<string, unknown> = {};

  /** Why the message is refused; null if it is acceptable. */
  get refusal(): MessageRefusal | null {
    const { husk } = this;
    if (this.isTooDeep) {
      return { reason: `it is nested more than ${MESSAGE_DEPTH} levels deep`, husk };
    }
    if (this.nodes > MESSAGE_NODES) {
      return { reason: `it has more than ${MESSAGE_NODES} values`, husk };
    }
    return null;
  }

  push(bytes: Buffer): void {
    const text = new JsonText(bytes);
    const { length } = bytes;
    let { depth, nodes, isInString, isEscaped } = this;
    let deepest = 0;
    let at = 0;
    while (at < length) {
      if (isInString) {
        const start = at;
        at = isEscaped ? at : text.plainEnd(at);
        const byte = bytes[at++];
        if (!isEscaped && byte === QUOTE) isInString = false;
        isEscaped = !isEscaped && byte === BACKSLASH;
        if (depth === 1) this.note(bytes, start, Math.min(at, length));
        continue;
      }
      const byte = bytes[at++];
      switch (byte) {
        case QUOTE:
          isInString = true;
          break;
        case COMMA:
          nodes++;
          if (depth === 1) this.endMember();
          break;
        case OPENING_BRACE:
        case OPENING_BRACKET:
          nodes++;
          if (++depth > deepest) deepest = depth;
          if (depth === 2) this.isPlain = false;
          break;
        case CLOSING_BRACE:
        case CLOSING_BRACKET:
          if (depth-- === 1) this.endMember();
          break;
      }
      if (depth === 1 && byte !== COMMA && byte !== OPENING_BRACE) this.note(bytes, at - 1, at);
    }
    this.depth = depth;
    this.nodes = nodes;
    this.isInString = isInString;
    this.isEscaped = isEscaped;
    if (deepest > MESSAGE_DEPTH) this.isTooDeep = true;
  }

  private note(bytes: Buffer, start: number, end: number): void {
    if (!this.isPlain) return;
    if (this.memberLength + end - start > MEMBER_BYTES) {
      this.isPlain = false;
      return;
    }
    bytes.copy(this.member, this.memberLength, start, end);
    this.memberLength += end - start;
  }

  private endMember(): void {
    if (this.isPlain && this.memberLength > 0) this.keep();
    this.isPlain = true;
    this.memberLength = 0;
  }

  private keep(): void {
    const text = this.member.toString('utf8', 0, this.memberLength);
    const isFull = Object.keys(this.husk).length >= HUSK_MEMBERS;
    const [, name = ''] = /^\s*"([^"\\]*)"/.exec(text) ?? [];
    if (isFull && !ANSWERABLE.has(name)) return;
    let member: object;
    try {
      member = JSON.parse(`{${text}}`);
    } catch {
      // The bytes are not JSON: there is nothing to keep.
      return;
    }
    for (const [key, value] of Object.entries(member)) {
      if (key === '__proto__' || key.length > HUSK_TEXT_LENGTH) continue;
      if (typeof value === 'string' && value.length > HUSK_TEXT_LENGTH) continue;
      this.husk[key] = value;
    }
  }
}

/** Used for a message that has arrived completely. */
export function messageRefusal(bytes: Buffer): MessageRefusal | null {
  const shape = new MessageShape();
  shape.push(bytes);
  return shape.refusal;
}
