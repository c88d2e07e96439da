import type { TerminalId } from '#shared/ids';
import type { TerminalEnd, TerminalSize } from '#shared/terminal/portMessages';

export interface PtyLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the started process only waits for the program, which runs in a namespace. */
  readonly isWaiting?: boolean;
}

/** The reader of a pty: the window that shows it, or main, on behalf of an agent. */
export type Audience = 'window' | 'main';

/** Messages from main to the pty host. */
export type FromMain =
  | ({
      readonly type: 'open';
      readonly id: TerminalId;
      readonly audience: Audience;
      /** The terminal's last screen from before an earlier pty host crashed. */
      readonly before?: string;
    } & PtyLaunch &
      TerminalSize)
  | { readonly type: 'input'; readonly id: TerminalId; readonly data: string }
  | ({ readonly type: 'resize'; readonly id: TerminalId } & TerminalSize)
  | { readonly type: 'acknowledge'; readonly id: TerminalId; readonly characters: number }
  /** Ends all programs in the terminal. */
  | { readonly type: 'kill'; readonly id: TerminalId }
  /** Carries a window's port. */
  | { readonly type: 'window' }
  /** Ends all terminals, then the pty host itself. */
  | { readonly type: 'end' };

/** Messages from the pty host to main. */
export type ToMain =
  | { readonly type: 'beat' }
  | { readonly type: 'opened'; readonly id: TerminalId; readonly pid: number }
  | { readonly type: 'refused'; readonly id: TerminalId; readonly message: string }
  | { readonly type: 'data'; readonly id: TerminalId; readonly data: string }
  /** `isWhole`: whether the data replaces main's copy instead of extending it. */
  | {
      readonly type: 'tail';
      readonly id: TerminalId;
      readonly data: string;
      readonly isWhole: boolean;
    }
  | ({ readonly type: 'ended'; readonly id: TerminalId } & TerminalEnd);
