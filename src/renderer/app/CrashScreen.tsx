import { Copy, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { errorDetails, errorMessage } from '#window/diagnostics/errorDetails';
import { Button } from '#window/ui/form/Button';
import { Logo } from '#window/ui/Logo';
import styles from './CrashScreen.module.css';

interface CrashScreenProps {
  readonly error: unknown;
  readonly componentStack?: string | undefined;
}

type CopyState = 'Copy details' | 'Copied' | 'Could not copy';

/** Uses as little of the rest of the window as it can, since some of that has just failed. */
export function CrashScreen({ error, componentStack }: CrashScreenProps) {
  const [copied, setCopied] = useState<CopyState>('Copy details');
  const details = errorDetails(error, componentStack);
  const copy = () =>
    navigator.clipboard.writeText(details).then(
      () => setCopied('Copied'),
      () => setCopied('Could not copy'),
    );
  return (
    <main className={styles.screen}>
      <div className={styles.content} role="alert">
        <Logo size={36} />
        <h1 className={styles.title}>The window ran into a problem</h1>
        <p className={styles.text}>
          Your agents and files are not affected: they live outside the window. Reload to bring back
          what was open.
        </p>
        <p className={styles.message}>{errorMessage(error)}</p>
        <details className={styles.details}>
          <summary>Details</summary>
          <pre className={styles.stack}>{details}</pre>
        </details>
        <div className={styles.actions}>
          <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
            Reload window
          </Button>
          <Button icon={Copy} onClick={copy}>
            {copied}
          </Button>
        </div>
      </div>
    </main>
  );
}
