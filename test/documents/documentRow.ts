/** One message or field of a wire's document, and what becomes of it. */
export interface DocumentRow {
  readonly message: string;
  readonly field?: string;
  /**
   * `shown`: in the session or in the details of the agent. `used`: it decides what we do. `sent`: by us, as the
   * document says. `answered`: the agent gets what the document promises.
   */
  readonly how: 'shown' | 'used' | 'sent' | 'answered' | 'impossible';
  /** For `impossible`: the reason. */
  readonly why?: string;
  /** Which of the stages of the wire it is played on; the first unless named. */
  readonly on?: string;
  /** What the user does first, besides sending a prompt. */
  readonly does?: 'cancel' | 'load' | 'list';
  /** What the agent sends then. */
  readonly receives?: readonly object[];
  /** An event of the session. */
  readonly shows?: object;
  /** A message to the agent, among all that it got. */
  readonly sends?: object;
  /** Part of what is known of the agent. */
  readonly knows?: object;
  /** How the turn ends: its result or its error. */
  readonly ends?: object;
  /** What the list of threads says. */
  readonly lists?: object;
}
