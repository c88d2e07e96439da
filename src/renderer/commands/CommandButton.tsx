import type { AppCommandId } from '#shared/commands/commandTable';
import { IconButton, type IconButtonProps } from '#window/ui/form/IconButton';
import { commands, useShortcut } from './commands';

interface CommandButtonProps extends Omit<IconButtonProps, 'shortcut' | 'onClick'> {
  readonly command: AppCommandId;
}

/** Runs a command, and shows its shortcut. */
export function CommandButton({ command, ...button }: CommandButtonProps) {
  const shortcut = useShortcut(command);
  return <IconButton {...button} shortcut={shortcut} onClick={() => commands.run(command)} />;
}
