import type { TerminalId } from '#shared/ids';
import type { TerminalEnd, TerminalSize } from '#shared/terminal/portMessages';

export interface PtyLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What is started only waits for the program, which runs in a namespace. */
  readonly isWaiting?: boolean;
}

/** Who reads a pty: the window that shows it, or main, on behalf of an agent. */
export type Audience = 'window' | 'main';

/** What main tells the pty host. */
export type FromMain =
  | ({
      readonly type: 'open';
      readonly id: TerminalId;
      readonly audience: Audience;
      /** What was last shown of the same terminal before an earlier pty host crashed. */
      readonly before?: string;
    } & PtyLaunch &
      TerminalSize)
  | { readonly type: 'input'; readonly id: TerminalId; readonly data: string }
  | ({ readonly type: 'resize'; readonly id: TerminalId } & TerminalSize)
  | { readonly type: 'acknowledge'; readonly id: TerminalId; readonly characters: number }
  /** Ends all that runs in it. */
  | { readonly type: 'kill'; readonly id: TerminalId }
  /** A window's port comes along with it. */
  | { readonly type: 'window' }
  /** Ends everything, then itself. */
  | { readonly type: 'end' };

/** What the pty host tells main. */
export type ToMain =
  | { readonly type: 'beat' }
  | { readonly type: 'opened'; readonly id: TerminalId; readonly pid: number }
  | { readonly type: 'refused'; readonly id: TerminalId; readonly message: string }
  | { readonly type: 'data'; readonly id: TerminalId; readonly data: string }
  /** `isWhole`: what main kept before is no longer part of it. */
  | {
      readonly type: 'tail';
      readonly id: TerminalId;
      readonly data: string;
      readonly isWhole: boolean;
    }
  | ({ readonly type: 'ended'; readonly id: TerminalId } & TerminalEnd);
