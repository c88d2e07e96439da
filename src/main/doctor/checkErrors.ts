import { AgentStartError } from '#main/agents/agents';
import { ConnectionError } from '#main/agents/connection';
import { AppException } from '#shared/errors';
import { nextStep } from '#shared/session/nextStep';
import { faulty, type Judged } from './verdicts';

/** What the agent says about the login that it needs; throws any other error. */
export function loginMessage(error: unknown): string {
  if (error instanceof ConnectionError && error.code === 'authentication-required') {
    return error.message;
  }
  throw error;
}

/** What the agent answered; throws any other error. */
export function refusalMessage(error: unknown): string {
  if (error instanceof ConnectionError) return error.message;
  throw error;
}

/** What a step found that ended with this error; throws what is a fault of ours. */
export function judgeError(error: unknown): Judged {
  if (error instanceof AgentStartError) {
    const advice = nextStep(error.reason ?? undefined, { canInstall: false });
    return faulty(error.message, advice ?? error.detail ?? null);
  }
  if (error instanceof AppException) return faulty(error.message, error.detail ?? null);
  if (!(error instanceof ConnectionError)) throw error;
  switch (error.code) {
    case 'closed':
      return faulty(
        'It ended during this step.',
        'Its last output may say why; it is in the report.',
      );
    case 'timeout':
      return faulty('It did not answer in time.', 'Check again when the computer is less busy.');
    default:
      return faulty(`It answered with an error: ${error.message}`, error.detail ?? null);
  }
}
