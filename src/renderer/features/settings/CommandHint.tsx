import { Check, Copy, SquareTerminal } from 'lucide-react';
import { runInTerminal } from '#window/actions/runInTerminal';
import { IconButton } from '#window/ui/form/IconButton';
import { useCopied } from '#window/ui/useCopied';
import styles from './AgentForm.module.css';

interface CommandHintProps {
  /** Fit for "Copy the … command". */
  readonly name: string;
  readonly command: string;
}

/** A command for a terminal, to be copied or run. */
export function CommandHint({ name, command }: CommandHintProps) {
  const [copied, copy] = useCopied();
  return (
    <span className={styles.command}>
      <code>{command}</code>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? 'Copied' : `Copy the ${name} command`}
        onClick={() => copy(command)}
      />
      <IconButton
        icon={SquareTerminal}
        label={`Run the ${name} command in a terminal`}
        onClick={() => runInTerminal(command, command)}
      />
    </span>
  );
}
