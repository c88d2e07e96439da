import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { exampleChange } from '#test/window/exampleChange';
import { FakeBridge } from '#test/window/fakeBridge';
import { FileNotes } from './FileNotes';

const sessionId = 'ses_notes' as SessionId;
const bridge = new FakeBridge();

beforeEach(() => bridge.install());

describe('the notes about a changed file', () => {
  it('say that a program replaces a link, and where the link pointed', async () => {
    bridge.answer('changes.bytes', () => ({ bytes: new TextEncoder().encode('tools/run') }));
    const view = exampleChange({
      base: 'tools/run',
      baseMode: '120000',
      proposed: 'rm\n',
      mode: '100755',
    });
    render(<FileNotes sessionId={sessionId} view={view} />);
    expect(
      await screen.findByText('Replaces the symbolic link to tools/run with a file'),
    ).toBeDefined();
    expect(screen.getByText(/This new file is executable/)).toBeDefined();
  });

  it('say that text replaces a binary file', async () => {
    bridge.answer('changes.texts', () => ({ base: null, proposed: 'rm\n' }));
    const view = exampleChange({ base: '\0', proposed: 'rm\n' });
    render(<FileNotes sessionId={sessionId} view={view} />);
    expect(await screen.findByText('Replaces the binary file with text')).toBeDefined();
  });
});
