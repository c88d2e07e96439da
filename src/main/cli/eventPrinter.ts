import type { MessageId } from '#shared/ids';
import type { Envelope } from '#shared/session/events';
import { eventLines, harmless, speakers } from './eventLines';

/** Prints events as they come; what is said in pieces goes on where the last piece ended. */
export class EventPrinter {
  private speaking: MessageId | null = null;

  constructor(private readonly write: (text: string) => void) {}

  print(event: Envelope): void {
    if (event.type === 'message.appended' && event.content.type === 'text') {
      if (event.messageId !== this.speaking) {
        this.endSpeech();
        this.write(`${speakers[event.role]} `);
        this.speaking = event.messageId;
      }
      this.write(harmless(event.content.text));
      return;
    }
    for (const line of eventLines(event)) this.line(line);
  }

  line(text: string): void {
    this.endSpeech();
    this.write(`${text}\n`);
  }

  private endSpeech(): void {
    if (this.speaking !== null) this.write('\n');
    this.speaking = null;
  }
}
