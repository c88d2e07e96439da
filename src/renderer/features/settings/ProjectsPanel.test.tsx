import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { settingsSection } from '#window/state/layout/settingsSection';
import { settingsStore } from '#window/state/settingsStore';
import { ProjectsPanel } from './ProjectsPanel';

const project = '/work/shop';

function show(settings: (typeof defaultSettings)['projects']) {
  settingsStore.setState({ settings: { ...defaultSettings, projects: settings }, problems: [] });
  settingsSection.show('Projects');
  render(<ProjectsPanel />);
  return userEvent.setup();
}

const changes = () => bridge.inputs('settings.update').flatMap((input) => input.changes);
const edit = () => screen.getByRole('button', { name: 'Edit shop' });
const form = () => within(screen.getByRole('form', { name: 'Edit project' }));

beforeEach(() => bridge.answer('settings.update', () => ({ undo: 'undo-1' }) as never));

describe('the projects in the settings', () => {
  it('limit all sealed sessions of a project to listed hosts', async () => {
    const user = show({ [project]: {} });
    expect(screen.getByText('/work/shop')).toBeTruthy();
    await user.click(edit());
    await user.click(form().getByRole('checkbox', { name: /sealed sessions to these hosts/ }));
    await user.type(form().getByLabelText('Hosts'), 'a.test{Enter}  *.b.test {Enter}a.test');
    await user.click(form().getByRole('button', { name: 'Save' }));
    expect(changes()).toEqual([
      { path: ['projects', project, 'onlyHosts'], value: true },
      { path: ['projects', project, 'hosts'], value: ['a.test', '*.b.test'] },
    ]);
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('show what was allowed before, and no longer allow what is removed', async () => {
    const user = show({ [project]: { onlyHosts: true, hosts: ['a.test', 'b.test'] } });
    expect(screen.getByText('Network: only 2 hosts and the agent’s own')).toBeTruthy();
    await user.click(edit());
    const hosts = form().getByLabelText<HTMLTextAreaElement>('Hosts');
    expect(hosts.value).toBe('a.test\nb.test');
    await user.click(form().getByRole('checkbox', { name: /sealed sessions to these hosts/ }));
    await user.clear(hosts);
    await user.click(form().getByRole('button', { name: 'Save' }));
    expect(changes()).toEqual([
      { path: ['projects', project, 'onlyHosts'] },
      { path: ['projects', project, 'hosts'] },
    ]);
  });

  it('keep typed text that is not a host, and say why', async () => {
    bridge.refuse('settings.update', '“a/b” is not a host.');
    const user = show({ [project]: {} });
    await user.click(edit());
    await user.type(form().getByLabelText('Hosts'), 'a/b');
    await user.click(form().getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('“a/b” is not a host.')).toBeTruthy();
    expect(form().getByLabelText<HTMLTextAreaElement>('Hosts').value).toBe('a/b');
  });

  it('change nothing where nothing was changed', async () => {
    const user = show({ [project]: { hosts: ['a.test'] } });
    await user.click(edit());
    await user.click(form().getByRole('button', { name: 'Save' }));
    expect(changes()).toEqual([]);
  });

  it('say when projects are listed', () => {
    show({});
    expect(screen.getByText(/once you start a session in it/)).toBeTruthy();
  });
});
