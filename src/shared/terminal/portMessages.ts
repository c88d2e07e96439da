import type { TerminalId } from '#shared/ids';

/** The size of a terminal in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** How a program in a terminal ended; both null if that is unknown. */
export interface TerminalEnd {
  readonly exitCode: number | null;
  readonly signal: number | null;
}

/** Output that was printed while the terminal had one size. */
export interface RecordedStretch extends TerminalSize {
  readonly data: string;
}

/** Messages from the window to the pty host about a terminal that it shows. */
export type ToPtyHost = { readonly id: TerminalId } & (
  | ({ readonly type: 'attach' } & TerminalSize)
  | { readonly type: 'detach' }
  | { readonly type: 'input'; readonly data: string }
  | ({ readonly type: 'resize' } & TerminalSize)
  /** The screen has drawn this many characters more. */
  | { readonly type: 'acknowledge'; readonly characters: number }
  /** The output so far is not to be shown again. */
  | { readonly type: 'clear' }
);

export type ToWindow = {
  readonly id: TerminalId;
} /** What was printed before the window attached. Comes first. */ & (
  | {
      readonly type: 'replay';
      readonly stretches: readonly RecordedStretch[];
      /** The pty host crashed and the shell was started again: what it last showed before that. */
      readonly before?: string;
    }
  | { readonly type: 'data'; readonly data: string }
  | ({ readonly type: 'ended' } & TerminalEnd)
  /** The pty host has no such terminal. */
  | { readonly type: 'unknown' }
);
