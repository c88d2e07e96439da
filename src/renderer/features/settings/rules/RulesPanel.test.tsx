import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentId, RequestId, RuleId, SessionId } from '#shared/ids';
import type { RulePreview } from '#shared/ipc/permissions';
import type { PermissionRule } from '#shared/permissions/rule';
import { bridge } from '#test/window/setup';
import { settingsSection } from '#window/state/layout/settingsSection';
import { WindowToastSlot } from '#window/ui/overlay/ToastSlot';
import { Toasts } from '#window/ui/overlay/Toasts';
import { RulesPanel } from './RulesPanel';

const rule = (id: string, part: Partial<PermissionRule> = {}): PermissionRule => ({
  id: id as RuleId,
  effect: 'allow',
  match: { type: 'command', words: ['npm', 'test'], more: false },
  scope: { type: 'project', folder: '/home/me/ledger' },
  agent: null,
  ...part,
});

const preview: RulePreview = {
  looked: 12,
  allowed: 3,
  asked: 0,
  denied: 0,
  isCut: false,
  requests: [
    {
      sessionId: 'ses_1' as SessionId,
      session: 'Fix it',
      at: Date.now(),
      text: 'npm test',
      effect: 'allow',
      answer: 'allowed',
    },
  ],
};

function show(...rules: readonly PermissionRule[]) {
  bridge.answer('permissions.list', () => ({ rules, problem: null }));
  bridge.answer('permissions.preview', () => preview);
  bridge.answer('permissions.save', () => ({ rules, problem: null }));
  return render(
    <>
      <RulesPanel />
      <WindowToastSlot />
      <Toasts />
    </>,
  );
}

const saved = () => bridge.inputs('permissions.save');

beforeEach(() => settingsSection.show('Permission rules'));

describe('the page of permission rules', () => {
  it('lists the rules in the order in which they count, each with its scope', async () => {
    const denied = rule('rul_2', {
      effect: 'deny',
      match: { type: 'command', words: ['git', 'push'], more: false },
      scope: { type: 'always' },
      agent: 'codex' as AgentId,
    });
    show(rule('rul_1'), denied);
    const rows = within(await screen.findByRole('list', { name: 'Rules' })).getAllByRole(
      'listitem',
    );
    expect(rows.map((row) => row.textContent)).toEqual([
      'Denygit pushEverywhere · codex',
      'Allownpm testIn ledger · all agents',
    ]);
  });

  it('says how to make the first rule', async () => {
    show();
    expect(await screen.findByText(/There are no rules yet/)).toBeTruthy();
  });

  it('says that everything is asked while the rules cannot be read', async () => {
    bridge.answer('permissions.list', () => ({ rules: [], problem: 'It is damaged.' }));
    render(<RulesPanel />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/asked about every request. It is damaged./);
    expect(screen.queryByText(/There are no rules yet/)).toBeNull();
  });

  it('finds a rule among many', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      rule(`rul_${at}`, {
        match: { type: 'command', words: ['npm', 'run', `s${at}`], more: false },
      }),
    );
    show(...many);
    const user = userEvent.setup();
    const names = () =>
      screen.getAllByRole('button', { name: /^Edit/ }).map((one) => one.getAttribute('aria-label'));
    await user.type(await screen.findByRole('searchbox', { name: 'Search rules' }), 'S17');
    expect(names()).toEqual(['Edit npm run s17']);
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'nothing like it');
    expect(screen.getByText('No rule matches “nothing like it”.')).toBeTruthy();
    // A rule that is shown from a transcript is never filtered out.
    act(() => settingsSection.showRule({ id: 'rul_3' as RuleId, name: 'x', scope: 'project' }));
    expect(document.activeElement?.textContent).toContain('npm run s3');
  });

  it('removes a rule, and puts it back', async () => {
    const one = rule('rul_1');
    show(one);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove npm test' }));
    expect(bridge.inputs('permissions.remove')).toEqual([{ id: 'rul_1' }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(bridge.inputs('permissions.restore')).toEqual([{ rule: one }]);
  });

  it('leads to the rule that answered a request, or says that it is gone', async () => {
    show(rule('rul_1'));
    await screen.findByRole('list', { name: 'Rules' });
    act(() =>
      settingsSection.showRule({ id: 'rul_1' as RuleId, name: 'npm test', scope: 'project' }),
    );
    expect(document.activeElement?.textContent).toContain('npm test');
    act(() =>
      settingsSection.showRule({ id: 'rul_9' as RuleId, name: 'npm run', scope: 'project' }),
    );
    expect(screen.getByText('The rule “npm run” has since been removed.')).toBeTruthy();
  });
});

describe('the form of a rule', () => {
  it('shows which past requests it would have answered, and saves it', async () => {
    show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'npm run "a b"');
    expect(
      await screen.findByText('Of the last 12 requests, it would have allowed 3. The newest 1:'),
    ).toBeTruthy();
    expect(screen.getByText('was allowed · Fix it · now')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'With any arguments after it' }));
    await user.click(screen.getByRole('button', { name: 'Save rule' }));
    expect(saved()).toEqual([
      {
        drafts: [
          {
            effect: 'allow',
            match: { type: 'command', words: ['npm', 'run', 'a b'], more: true },
            scope: { type: 'always' },
            agent: null,
          },
        ],
        replaces: null,
      },
    ]);
  });

  it('refuses a rule that would allow everything, and says what to do', async () => {
    show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'sudo');
    await user.click(screen.getByRole('checkbox', { name: 'With any arguments after it' }));
    await user.click(screen.getByRole('button', { name: 'Save rule' }));
    expect(screen.getByRole('alert').textContent).toMatch(/runs other commands/);
    expect(saved()).toEqual([]);
  });

  it('keeps the words of a rule that is edited, whatever they hold', async () => {
    const match = { type: 'command', words: ['echo', `it's "x"`], more: false } as const;
    show(rule('rul_1', { match }));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Edit echo/ }));
    await user.click(screen.getByRole('button', { name: 'Save rule' }));
    expect(saved()).toMatchObject([{ drafts: [{ match }], replaces: 'rul_1' }]);
  });

  it('is narrow at first when a question proposes it', async () => {
    show();
    act(() =>
      settingsSection.showRuleForm({
        type: 'proposed',
        sessionId: 'ses_1' as SessionId,
        requestId: 'req_1' as RequestId,
        matches: [{ type: 'command', words: ['npm', 'test'], more: false }],
        once: 'yes',
      }),
    );
    const form = await screen.findByRole('form', { name: 'Always allow' });
    const box = within(form).getByRole<HTMLInputElement>('textbox', { name: 'Command' });
    expect(box.value).toBe('npm test');
    await userEvent.setup().click(within(form).getByRole('button', { name: 'Save rule' }));
    expect(saved()).toMatchObject([
      {
        drafts: [
          {
            match: { words: ['npm', 'test'], more: false },
            scope: { type: 'session', sessionId: 'ses_1' },
          },
        ],
      },
    ]);
  });
});
