import type { EventOf } from '../events';

interface SetupWords {
  readonly severity: 'info' | 'warning';
  readonly title: string;
  readonly description: string | null;
}

/** The transcript's note about a project's setup. */
export function setupWords(event: EventOf<'setup.started'> | EventOf<'setup.ended'>): SetupWords {
  const { command } = event;
  if (event.type === 'setup.started') {
    return {
      severity: 'info',
      title: `Setting up: ${command}`,
      description: 'It runs in the terminal. Prompts wait until it has finished.',
    };
  }
  switch (event.outcome) {
    case 'done':
      return { severity: 'info', title: `Set up: ${command}`, description: null };
    case 'failed':
      return {
        severity: 'warning',
        title: `Setup failed: ${command}`,
        description: event.message ?? null,
      };
    case 'skipped':
      return {
        severity: 'info',
        title: `Not waiting for setup: ${command}`,
        description: null,
      };
    case 'interrupted':
      return {
        severity: 'warning',
        title: `Setup was interrupted: ${command}`,
        description: 'It can be run again from the command palette.',
      };
  }
}
