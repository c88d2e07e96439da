import { Check, Download, Trash2 } from 'lucide-react';
import type { CatalogueEntry, InstalledVersion } from '#shared/ipc/agents';
import { formatBytes } from '#shared/text/formatBytes';
import {
  cancelInstall,
  chooseVersion,
  installAgent,
  uninstallAgent,
} from '#window/actions/installAgent';
import { reportError } from '#window/diagnostics/reportError';
import { AgentMark } from '#window/ui/AgentMark';
import { Badge } from '#window/ui/Badge';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { InstallProgressBar } from '#window/ui/InstallProgressBar';
import { visibleLine } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import styles from './Catalogue.module.css';

/** An agent of the catalogue, which shows its command before anything is run. */
export function CatalogueRow({ entry }: { readonly entry: CatalogueEntry }) {
  const { id, description, version, command, whyNot, finding, installed, update, progress } = entry;
  const name = visibleLine(entry.name);
  const isHere = finding !== null && finding.path !== null;
  return (
    <li className={styles.agent} aria-label={name}>
      <div className={styles.head}>
        <AgentMark id={id} />
        <span className={styles.name}>{name}</span>
        {installed.length === 0 && version !== null && (
          <span className={styles.offered}>{visibleLine(version)}</span>
        )}
        {installed.length > 0 && <Badge tone="accent">Installed</Badge>}
        {isHere && <Badge>On this computer</Badge>}
        <span className={styles.space} />
        {progress === null && update !== null && (
          <Button
            size="small"
            icon={Download}
            aria-label={`Update ${name} to ${update}`}
            onClick={() => void installAgent(entry, update)}
          >
            Update to {update}
          </Button>
        )}
        {progress === null && installed.length === 0 && version !== null && (
          <Button
            size="small"
            icon={Download}
            aria-label={`Install ${name}`}
            onClick={() => void installAgent(entry)}
          >
            Install
          </Button>
        )}
      </div>
      {description !== null && <p className={styles.description}>{visibleLine(description)}</p>}
      {isHere && (
        <p className={styles.description}>
          {finding.version === null ? 'Found' : `Version ${finding.version}`}: {finding.path}
        </p>
      )}
      {whyNot !== null && <p className={styles.description}>{visibleLine(whyNot)}</p>}
      {installed.length === 0 && command !== null && (
        <details className={styles.command}>
          <summary title={visibleLine(command)}>
            {command.startsWith('npm ') ? 'Runs ' : 'Downloads '}
            <code>{visibleLine(command)}</code>
          </summary>
        </details>
      )}
      {progress !== null && (
        <InstallProgressBar name={name} progress={progress} onCancel={() => cancelInstall(id)} />
      )}
      {entry.failure !== null && progress === null && <Failure entry={entry} />}
      {installed.length > 0 && (
        <ul className={styles.versions} aria-label={`Installed versions of ${name}`}>
          {installed.map((one) => (
            <VersionRow key={one.version} entry={entry} version={one} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface VersionRowProps {
  readonly entry: CatalogueEntry;
  readonly version: InstalledVersion;
}

function VersionRow({ entry, version: { version, bytes, isActive, node } }: VersionRowProps) {
  const name = visibleLine(entry.name);
  return (
    <li className={styles.version}>
      <span className={styles.number}>{version}</span>
      <span className={styles.facts}>
        {formatBytes(bytes)}
        {node !== null && ` · with Node ${node}`}
        {isActive && ' · in use'}
      </span>
      {!isActive && (
        <Button
          size="small"
          icon={Check}
          aria-label={`Use ${name} ${version}`}
          onClick={() => chooseVersion(entry, version)}
        >
          Use
        </Button>
      )}
      <IconButton
        icon={Trash2}
        label={`Remove ${name} ${version}`}
        onClick={() => uninstallAgent(entry, version).catch(reportError)}
      />
    </li>
  );
}

function Failure({ entry }: { readonly entry: CatalogueEntry }) {
  const [copied, copy] = useCopied();
  const { failure } = entry;
  if (failure === null) return null;
  const text = [failure.message, failure.detail ?? ''].join('\n').trim();
  return (
    <Banner
      tone="danger"
      actions={
        <>
          <Button size="small" onClick={() => void installAgent(entry)}>
            Try again
          </Button>
          <Button size="small" variant="ghost" onClick={() => copy(text)}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </>
      }
    >
      {visibleLine(failure.message)}
    </Banner>
  );
}
