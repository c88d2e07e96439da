import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { bridge } from '#test/window/setup';
import { GitBadge } from './GitBadge';

it('shows the branch of the project, and how far it is from its upstream branch and from main', async () => {
  const glance = {
    branch: 'feature',
    commit: 'abc1234',
    upstream: { ahead: 2, behind: 1 },
    main: { name: 'main', distance: { ahead: 3, behind: 0 } },
  };
  bridge.answer('changes.git', () => ({ glance }));
  render(<GitBadge sessionId={'session' as SessionId} />);
  const badge = await screen.findByRole('img', { name: /^Your project: feature\./ });
  expect(badge.textContent).toBe('feature↑2 ↓1');
  expect(badge.getAttribute('aria-label')).toContain('3 commits ahead of main.');
});

it('shows nothing in a folder that is not a repository', async () => {
  bridge.answer('changes.git', () => ({ glance: null }));
  const { container } = render(<GitBadge sessionId={'other' as SessionId} />);
  await expect.poll(() => bridge.inputs('changes.git')).toHaveLength(1);
  expect(container.textContent).toBe('');
});
