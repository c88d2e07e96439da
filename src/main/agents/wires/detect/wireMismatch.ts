import { ConnectionError } from '#main/agents/connection';
import { type Wire, wires } from '#shared/session/wires';

/** Thrown if the agent uses another protocol than expected. */
export class WireMismatch extends ConnectionError {
  constructor(
    readonly wire: Wire,
    readonly likely: Wire,
  ) {
    super(
      'protocol',
      `The agent does not speak ${wires[wire].name}. It seems to speak ${wires[likely].name}.`,
      `Set its "wire" to "${likely}", or to "auto", in the settings.`,
    );
    this.name = 'WireMismatch';
  }
}
