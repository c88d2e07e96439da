import { AgentStartError } from '#main/agents/agents';
import { ConnectionError } from '#main/agents/connection';
import { AppException } from '#shared/errors';
import { nextStep } from '#shared/session/words/nextStep';
import { faulty, type Judged, UPDATE } from './verdicts';

/** The agent's description of the login that it needs; throws any other error. */
export function loginMessage(error: unknown): string {
  if (error instanceof ConnectionError && error.code === 'authentication-required') {
    return error.message;
  }
  throw error;
}

/** The agent's error response; throws any other error. */
export function refusalMessage(error: unknown): string {
  if (error instanceof ConnectionError) return error.message;
  throw error;
}

/**
 * The finding for a step that ended with this error; throws if the error is a bug of ours.
 * `isClaimed`: whether the agent claims to support what was tried.
 */
export function judgeError(error: unknown, isClaimed: boolean): Judged {
  if (error instanceof AgentStartError) {
    const advice = nextStep(error.reason ?? undefined, { canInstall: false });
    return faulty(error.message, advice ?? error.detail ?? UPDATE);
  }
  if (error instanceof AppException) {
    return faulty(
      error.message,
      error.detail ?? 'Check again. If it happens again, Airlock’s log says more.',
    );
  }
  if (!(error instanceof ConnectionError)) throw error;
  switch (error.code) {
    case 'closed':
      return faulty(
        `The connection ended during this step: ${error.message}`,
        'Its last output may say more; it is in the report.',
      );
    case 'timeout':
      return faulty('It did not answer in time.', 'Check again when the computer is less busy.');
    case 'unsupported':
      return faulty(
        isClaimed
          ? `It says that it can do this, and then refuses: ${error.message}`
          : `It does not know this request: ${error.message}`,
        UPDATE,
      );
    default: {
      const detail = error.detail === undefined ? '' : ` (${error.detail})`;
      return faulty(`It answered with an error: ${error.message}${detail}`, UPDATE);
    }
  }
}
