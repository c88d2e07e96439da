import { ConnectionError } from '#main/agents/connection';
import type { Wire } from '#shared/session/agent';
import { wireNames } from '#shared/session/wires';

/** The agent speaks, but not what it was taken to speak. */
export class WireMismatch extends ConnectionError {
  constructor(
    readonly wire: Wire,
    readonly likely: Wire,
  ) {
    super(
      'protocol',
      `The agent does not speak ${wireNames[wire]}. It seems to speak ${wireNames[likely]}.`,
      `Set its "wire" to "${likely}", or to "auto", in the settings.`,
    );
    this.name = 'WireMismatch';
  }
}
