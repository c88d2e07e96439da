import { lastCharacter } from './outputTail';

/** Passes bytes on up to the last whole character, and the rest together with what follows. */
export class Utf8Boundary {
  private rest = Buffer.alloc(0);

  push(chunk: Buffer): Buffer {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = lastCharacter(bytes);
    this.rest = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  /** What is left when nothing follows. */
  flush(): Buffer {
    const { rest } = this;
    this.rest = Buffer.alloc(0);
    return rest;
  }
}
