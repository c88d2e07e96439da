import { constants } from 'node:os';
import { NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import type { AppError } from '#shared/errors';
import type { FailureReason } from '#shared/session/events';

/** Why a program did not start at all. */
export type StartFailure =
  | {
      readonly type: 'not-found';
      readonly command: string;
      /** The folders in PATH, or the one file that the command names. */
      readonly searched: readonly string[];
    }
  | { readonly type: 'not-executable'; readonly file: string }
  | { readonly type: 'no-folder'; readonly folder: string }
  /** The file is there, but what its first line names as its interpreter is not. */
  | { readonly type: 'no-interpreter'; readonly file: string }
  /** No file descriptor is left for the program's streams. */
  | { readonly type: 'no-descriptors'; readonly message: string }
  /** The system supports process namespaces, but failed to create one this time. */
  | { readonly type: 'no-namespace'; readonly message: string }
  /** The session is sealed, and the system could not create a seal. */
  | { readonly type: 'no-seal'; readonly message: string; readonly fix: string | null }
  /** A seal was created, but the test found a way out of it. */
  | { readonly type: 'leaking-seal'; readonly leak: string }
  | { readonly type: 'refused'; readonly message: string };

/** The reason as text, with what the user can do about it. */
export interface DescribedFailure extends AppError {
  readonly reason?: FailureReason;
}

export function describeStartFailure(failure: StartFailure): DescribedFailure {
  const because = (code: AppError['code'], words: string, detail?: string): AppError => ({
    code,
    message: `The agent could not be started: ${words}.`,
    ...(detail === undefined ? {} : { detail }),
  });
  switch (failure.type) {
    case 'not-found':
      return {
        ...because(
          'not-found',
          `command not found: ${failure.command}`,
          failure.searched.length === 0
            ? 'PATH is empty.'
            : `Looked in:\n${failure.searched.join('\n')}`,
        ),
        reason: 'not-found',
      };
    case 'not-executable':
      return {
        ...because('refused', `permission denied: ${failure.file} is not executable`),
        reason: 'not-executable',
      };
    case 'no-folder':
      return because('not-found', `the folder ${failure.folder} does not exist`);
    case 'no-interpreter':
      return {
        ...because('not-found', `the program that runs ${failure.file} was not found`),
        reason: 'no-interpreter',
      };
    case 'no-descriptors':
      return {
        code: 'io',
        message: `The agent could not be started. ${NO_DESCRIPTORS}`,
        detail: failure.message,
      };
    case 'no-namespace':
      return {
        code: 'unavailable',
        message: `The agent could not be started: the system did not give it a process namespace. Try again, or start it without one ("namespace": false in its settings).`,
        detail: failure.message,
      };
    case 'no-seal':
      return {
        code: 'unavailable',
        message: `The agent was not started, because it could not be sealed. ${failure.message}`,
        ...(failure.fix === null ? {} : { detail: `To change that, run:\n${failure.fix}` }),
      };
    case 'leaking-seal':
      return {
        code: 'unavailable',
        message: `The agent was not started, because its seal does not hold: a test in it ${failure.leak}.`,
        detail: 'Please report this. An isolated session works without a seal.',
      };
    case 'refused':
      return { ...because('io', failure.message), reason: 'refused' };
  }
}

/** How a process ended, as a sentence. */
export function describeExit(code: number | null, signal: string | null): string {
  if (signal === null) return `The agent exited with code ${code ?? 'unknown'}${hint(code ?? 0)}.`;
  if (crashes.has(signal)) return `The agent crashed (${signal}).`;
  return `The agent was ${signal === 'SIGKILL' ? 'killed' : 'ended'} by ${signal}.`;
}

const crashes = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/** Shells and wrappers such as npx turn the end of their child into their own exit code. */
function hint(code: number): string {
  if (code === 126) return ' (a command that could not be run)';
  if (code === 127) return ' (a command that was not found)';
  if (code > 255) return ` (0x${code.toString(16).toUpperCase()})`;
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal ? ` (${signal[0]})` : '';
}
