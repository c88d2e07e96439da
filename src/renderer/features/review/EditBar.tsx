import type { SessionId } from '#shared/ids';
import { commands, useShortcut } from '../../commands/commands';
import { Button } from '../../ui/Button';
import { Kbd } from '../../ui/Kbd';
import styles from './DiffView.module.css';
import { discardEdit } from './model/editing';

/** Above a text that the user is changing before it is accepted. */
export function EditBar({ sessionId }: { readonly sessionId: SessionId }) {
  const saveKey = useShortcut('review.saveEdit');
  return (
    <fieldset className={styles.editing} aria-label="Editing the proposed text">
      <p>You are editing what the agent proposed. Nothing is written yet.</p>
      <Button size="small" variant="ghost" onClick={() => discardEdit(sessionId)}>
        Discard edit
      </Button>
      <Button
        size="small"
        variant="primary"
        trailing={saveKey && <Kbd shortcut={saveKey} />}
        onClick={() => commands.run('review.saveEdit')}
      >
        Keep edit
      </Button>
    </fieldset>
  );
}
