/** An action that the user can take from a button, a key, the menu or the palette. */
export interface Command {
  /** `noun.verb`, also the name that `keybindings` in settings.json uses. */
  readonly id: string;
  readonly title: string;
  /** What the palette groups it under. */
  readonly group: string;
  /** The chord it has unless settings.json says otherwise, such as `Mod+N`. */
  readonly key?: string;
  /** Other words that users look for it by. */
  readonly keywords?: string;
  /** Kept out of the palette, such as the command that opens it. */
  readonly hidden?: boolean;
  enabled?(): boolean;
  run(): void | Promise<void>;
}
