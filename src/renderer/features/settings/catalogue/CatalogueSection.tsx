import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { CatalogueEntry, RegistryState } from '#shared/ipc/agents';
import { formatBytes } from '#shared/text/formatBytes';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { shortAge } from '#window/state/age';
import { useCatalogue } from '#window/state/agents/agentCatalogue';
import { Button } from '#window/ui/form/Button';
import { TextField } from '#window/ui/form/TextField';
import styles from './Catalogue.module.css';
import { CatalogueRow } from './CatalogueRow';

/** Agents that can be installed with a click, and those that were. */
export function CatalogueSection() {
  const catalogue = useCatalogue();
  const [query, setQuery] = useState('');
  if (catalogue === null) return null;
  const { entries, registry, bytes } = catalogue;
  const shown = entries.filter((entry) => matches(entry, query)).toSorted(byState);
  return (
    <section aria-labelledby="get-agents">
      <div className={styles.bar}>
        <h3 id="get-agents" className={styles.title}>
          Get more agents
        </h3>
        <Button
          size="small"
          variant="ghost"
          icon={RotateCw}
          busy={registry.isReading}
          onClick={() => call('agents.refresh', null).catch(reportError)}
        >
          Check for agent updates
        </Button>
      </div>
      <p className={styles.hint}>
        An agent is installed into Airlock’s own folder: one exact version, every download checked
        against its checksum, and without running any script of its packages. You can remove it
        again. {bytes > 0 && `Installed agents take ${formatBytes(bytes)}.`}
      </p>
      <TextField
        type="search"
        aria-label="Search agents to install"
        placeholder="Search"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <p className={styles.none}>No agent has that name.</p>
      ) : (
        <ul className={styles.list} aria-label="Agents to install">
          {shown.map((entry) => (
            <CatalogueRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <p className={styles.hint} role="status">
        {registryWords(registry)}
      </p>
    </section>
  );
}

function matches({ id, name, description }: CatalogueEntry, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return `${id} ${name} ${description ?? ''}`.toLowerCase().includes(wanted);
}

/** Installed agents come first, then those that can be installed, then the others. */
function byState(one: CatalogueEntry, other: CatalogueEntry): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ installed, progress, version, finding }: CatalogueEntry): number {
  if (installed.length > 0 || progress !== null) return 0;
  if (version === null) return 3;
  return finding !== null && finding.path !== null ? 2 : 1;
}

function registryWords({ source, at, problem, skipped, isReading }: RegistryState): string {
  if (isReading) return 'Reading the ACP registry…';
  const age = at === null ? '' : shortAge(at, Date.now());
  const when = /^\d+[mhd]$/.test(age) ? `${age} ago` : age === 'now' ? 'just now' : age;
  const from = {
    registry: `With the list of the ACP registry, read ${when}.`,
    kept: `With the list of the ACP registry, read ${when}.`,
    bundled: 'With the list that comes with Airlock.',
  }[source];
  if (problem === null && skipped > 0) {
    const left = skipped === 1 ? '1 of its entries was' : `${skipped} of its entries were`;
    return `${from} ${left} left out because Airlock does not understand ${skipped === 1 ? 'it' : 'them'}.`;
  }
  if (problem === null) return from;
  return `${from} The registry could not be used: ${problem}`;
}
