import { BookmarkPlus, FilePen, NotebookText } from 'lucide-react';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { folderName } from '#window/state/projects/folderName';
import { useProjectSetup } from '#window/state/projects/projectSetups';
import { updateSetting, useSettings } from '#window/state/settingsStore';
import { Button } from '#window/ui/form/Button';
import { Menu } from '#window/ui/overlay/Menu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { showToast } from '#window/ui/overlay/toasts';
import { visibleLine } from '#window/ui/text/visibleText';
import { fillTemplate, templateName } from './templates';

interface TemplatesMenuProps {
  readonly folder: string;
  readonly prompt: string;
  /** Called with the new prompt, which may have placeholders to fill in. */
  onChoose(text: string): void;
}

/** Prompts to start from: the user's own, and those of a trusted project. */
export function TemplatesMenu({ folder, prompt, onChoose }: TemplatesMenuProps) {
  const own = useSettings((settings) => settings.prompts);
  const setup = useProjectSetup(folder);
  const shared = setup?.type === 'found' && setup.trust === 'trusted' ? setup.plan.prompts : {};
  const choose = async (template: string) => {
    const { branch } = await call('projects.branch', { folder });
    const known = { folder: folderName(folder), branch, date: today() };
    onChoose(fillTemplate(template, known));
  };
  const itemsOf = (place: string, templates: Readonly<Record<string, string>>): MenuItem[] =>
    Object.entries(templates).map(([name, template]) => ({
      kind: 'action',
      id: `${place}:${name}`,
      label: visibleLine(name),
      icon: NotebookText,
      run: () => void choose(template).catch(reportError),
    }));
  const templates = [...itemsOf('project', shared), ...itemsOf('own', own)];
  const items: readonly MenuItem[] = [
    ...templates,
    ...(templates.length > 0 ? [{ kind: 'separator', id: 'keep' } as const] : []),
    {
      kind: 'action',
      id: 'save',
      label: 'Save this prompt as a template',
      icon: BookmarkPlus,
      reason: prompt.trim() === '' ? 'Write a prompt first.' : null,
      run: () => void save(prompt, Object.keys(own)),
    },
    {
      kind: 'action',
      id: 'edit',
      label: 'Edit templates in settings.json',
      icon: FilePen,
      run: () => void commands.run('settings.openFile'),
    },
  ];
  return (
    <Menu
      trigger={
        <Button icon={NotebookText} variant="ghost">
          Templates
        </Button>
      }
      items={items}
    />
  );
}

async function save(prompt: string, taken: readonly string[]): Promise<void> {
  const name = templateName(prompt, taken);
  const isSaved = await updateSetting(['prompts', name], prompt.trim());
  if (isSaved) showToast({ title: 'Saved as a template', description: name });
}

/** The date in the user's own calendar. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
