import type { FailureReason } from '../events';

/**
 * What to do about an agent that does not come up, in a sentence; null where there is nothing to
 * add.
 */
export function nextStep(
  reason: FailureReason | undefined,
  { canInstall }: { readonly canInstall: boolean },
): string | null {
  switch (reason) {
    case 'not-found':
      return canInstall
        ? 'Install it here, or edit its command if it is somewhere else.'
        : 'Install it, or edit its command if it is somewhere else. Then restart it.';
    case 'no-interpreter':
      return canInstall
        ? 'Its program needs another one to run, usually Node. Install Node, or install the agent here: it then gets a Node of its own where it needs one.'
        : 'Its program needs another one to run, usually Node. Install that, then restart the agent.';
    case 'not-executable':
      return canInstall
        ? 'Make its file executable and restart it, or install the agent here.'
        : 'Make its file executable, or edit its command. Then restart it.';
    case 'no-answer':
      return 'It runs, but has said nothing that Airlock understands. On a busy computer, try again. It may also wait for a login or need other arguments: run its command in a terminal to see.';
    case 'wrong-protocol':
      return 'It may need other arguments to speak a protocol of Airlock’s. Edit them, then restart it.';
    case 'ended-early':
      return 'Its last output may say why. If it needs a login, log in, then restart it.';
    case 'needs-login':
      return 'It starts only after a login. Log in with its own program, then restart it.';
    case 'not-configured':
      return 'Add it again to continue this session.';
    case 'refused':
    case 'copy-gone':
    case undefined:
      return null;
    default:
      // A reason that only a newer build knows.
      return null;
  }
}
