import { Check, Undo2, X } from 'lucide-react';
import type { Verdict } from '#shared/airlock/verdict';
import type { AppCommandId } from '#shared/commands/commandTable';
import { useShortcut } from '#window/commands/commands';
import { Button } from '#window/ui/form/Button';
import { tooltip } from '#window/ui/overlay/tooltip';

interface ButtonProps {
  readonly variant: 'primary' | 'secondary' | 'ghost';
  readonly disabled?: boolean;
  onClick(): void;
}

interface VerdictButtonProps extends ButtonProps {
  readonly verdict: Verdict;
  readonly label: string;
  /** The command that does the same. */
  readonly command: AppCommandId;
}

/** One of the two answers to a file or a hunk. */
export function VerdictButton({ verdict, label, command, ...button }: VerdictButtonProps) {
  const shortcut = useShortcut(command);
  return (
    <Button
      size="small"
      icon={verdict === 'accept' ? Check : X}
      aria-keyshortcuts={shortcut?.aria}
      {...tooltip({ text: label, shortcut })}
      {...button}
    >
      {label}
    </Button>
  );
}

/** Takes an answer back. */
export function UndoButton(button: ButtonProps) {
  return (
    <Button size="small" icon={Undo2} {...button}>
      Undo
    </Button>
  );
}
