import type { AgentPowers } from '../agent';
import type { AgentDetails, SessionHead } from '../state';
import { type WireFeature, whyNot } from '../wires';

/**
 * Why an agent cannot be asked for something, in a sentence for the user: its protocol lacks the
 * feature, or it does not offer it. Null if it can, and before it has said what it can do.
 */
export function whyUnavailable(details: AgentDetails | null, feature: WireFeature): string | null {
  if (details === null) return null;
  return whyNot(details.wire, feature) ?? whyNotOffered(details.powers, feature);
}

/**
 * Why modes and options cannot be changed now; null where they can, if only by starting the agent.
 */
export function whyNoSettings({ connection, continuity }: SessionHead): string | null {
  if (continuity === 'differs') {
    return 'The agent no longer has this conversation. Choose how to continue first.';
  }
  switch (connection.type) {
    case 'ready':
    case 'detached':
      return null;
    case 'starting':
      return 'The agent is starting. You can change this when it is ready.';
    case 'authentication':
      return 'The agent needs a login first.';
    default:
      return 'The agent is not running. Restart it first.';
  }
}

function whyNotOffered(powers: AgentPowers, feature: WireFeature): string | null {
  switch (feature) {
    case 'images':
      return powers.prompt.image ? null : 'This agent does not accept images.';
    case 'audio':
      return powers.prompt.audio ? null : 'This agent does not accept audio.';
    case 'steer':
      return powers.steer ? null : 'This agent does not accept messages while working.';
    case 'resume':
      return powers.resume || powers.load ? null : 'This agent cannot resume sessions.';
    case 'list':
      return powers.list ? null : 'This agent cannot list its sessions.';
    case 'fork':
      return powers.fork ? null : 'This agent cannot fork sessions.';
    case 'logout':
      return powers.logout ? null : 'This agent cannot log out.';
    default:
      return null;
  }
}
