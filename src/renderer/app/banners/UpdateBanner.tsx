import { assertNever } from '#shared/errors';
import { formatBytes } from '#shared/text/formatBytes';
import { useAppInfo } from '#window/state/appInfoStore';
import { openDialog } from '#window/state/layout/dialogStore';
import { answerUpdate, useUpdates } from '#window/state/updates';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { ProgressBar } from '#window/ui/ProgressBar';
import { useCopied } from '#window/ui/useCopied';
import { AtWork } from './AtWork';

/**
 * Says that a newer version exists and shows the update's progress; the user decides what to do.
 */
export function UpdateBanner() {
  const state = useUpdates();
  const { version } = useAppInfo();
  switch (state.type) {
    case 'unavailable':
    case 'none':
      return null;
    case 'offered':
      if (state.isQuiet) return null;
      return (
        <Banner
          tone={state.problem === null ? 'neutral' : 'danger'}
          shape="strip"
          actions={
            <>
              <Button size="small" onClick={() => openDialog('update')}>
                What’s new
              </Button>
              <Button size="small" onClick={() => answerUpdate('install')}>
                {installLabel(state.offer.installedBy, state.problem)}
              </Button>
              <Button size="small" onClick={() => answerUpdate('later')}>
                Later
              </Button>
            </>
          }
        >
          <strong>Airlock {state.offer.version} is available.</strong>{' '}
          {state.problem ?? `You have ${version}.`}
        </Banner>
      );
    case 'downloading':
      return (
        <Banner shape="strip" actions={<Cancel />}>
          <strong>Downloading Airlock {state.offer.version}</strong>: {formatBytes(state.received)}{' '}
          of {formatBytes(state.total)}{' '}
          <ProgressBar label="Download of the update" value={state.received / state.total} />
        </Banner>
      );
    case 'downloaded':
      return <Downloaded {...state} version={state.offer.version} />;
    case 'waiting':
      return (
        <Banner
          shape="strip"
          actions={
            <>
              <Button size="small" onClick={() => answerUpdate('cancel')}>
                Keep running
              </Button>
              <Button size="small" onClick={() => answerUpdate('now')}>
                Restart now
              </Button>
            </>
          }
        >
          <strong>
            Airlock restarts with version {state.offer.version} when all agents are done.
          </strong>{' '}
          <AtWork />
        </Banner>
      );
    default:
      return assertNever(state);
  }
}

function installLabel(installedBy: 'app' | 'user', problem: string | null): string {
  if (problem !== null) return 'Try again';
  return installedBy === 'app' ? 'Install when idle' : 'Download';
}

function Cancel() {
  return (
    <Button size="small" onClick={() => answerUpdate('cancel')}>
      Cancel
    </Button>
  );
}

interface DownloadedProps {
  readonly version: string;
  readonly file: string;
  readonly command: string | null;
}

function Downloaded({ version, file, command }: DownloadedProps) {
  const [isCopied, copy] = useCopied();
  return (
    <Banner
      shape="strip"
      actions={
        <>
          {command !== null && (
            <Button size="small" onClick={() => copy(command)}>
              {isCopied ? 'Copied' : 'Copy command'}
            </Button>
          )}
          <Button size="small" onClick={() => answerUpdate('showFile')}>
            Show file
          </Button>
          <Button size="small" onClick={() => answerUpdate('later')}>
            Later
          </Button>
        </>
      }
    >
      <strong>Airlock {version} was downloaded and verified.</strong>{' '}
      {command === null ? (
        <>
          Quit Airlock, then unpack <code>{file}</code> to replace this version.
        </>
      ) : (
        <>
          Quit Airlock, then install it with <code>{command}</code>
        </>
      )}
    </Banner>
  );
}
