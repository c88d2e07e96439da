const SESSION = 'ses_[\\w-]+';
const ASIDE = '(?:\\.unreadable-[\\dTZ-]+)?';

/** A kind of file that the app keeps below its user-data folder. */
export interface KeptKind {
  /** Its path in that folder. */
  readonly path: RegExp;
  /**
   * The test that damages it in every way: the test over all files, another test, or the reason why
   * none is needed.
   */
  readonly damagedBy:
    | 'keptFiles'
    | { readonly test: string }
    /** Losing it does no harm. */
    | { readonly harmless: string };
}

function kind(path: string, damagedBy: KeptKind['damagedBy']): KeptKind {
  return { path: new RegExp(`^${path}${ASIDE}$`), damagedBy };
}

const own = `data/airlock/${SESSION}`;
const shadow = `${own}/shadow\\.git`;

/**
 * All kinds of files that the app writes below its user-data folder. A new kind must be added here,
 * with the test that damages it (I19); `test/integration/store/keptFiles.test.ts` fails until then.
 */
export const keptKinds: readonly KeptKind[] = [
  kind(`data/sessions/${SESSION}/log\\.ndjson`, 'keptFiles'),
  kind(`data/sessions/${SESSION}/blobs\\.pack`, 'keptFiles'),
  kind(`data/sessions/${SESSION}/(?:log\\.torn|blobs\\.torn|log\\.damaged)`, {
    harmless: 'It is what was set aside already.',
  }),
  kind(`${own}/airlock\\.json`, 'keptFiles'),
  kind(`${own}/ledger\\.ndjson`, 'keptFiles'),
  kind(`${own}/ledger\\.ndjson\\.torn.*`, { harmless: 'It is what was set aside already.' }),
  kind(`${own}/checks\\.json`, 'keptFiles'),
  kind(`${own}/guarded\\.json`, 'keptFiles'),
  kind(`${own}/guarded/[0-9a-f]{64}`, { test: 'src/main/airlock/guard/guardStore.test.ts' }),
  kind(`${own}/mounts\\.json`, 'keptFiles'),
  kind(`${own}/restoring/[0-9a-f]{24}\\.json`, 'keptFiles'),
  kind(`${own}/staged\\.json`, 'keptFiles'),
  kind(`${own}/others\\.ndjson`, 'keptFiles'),
  kind(`${own}/backups/.*`, { test: 'test/integration/airlock/kill.test.ts' }),
  kind(`${shadow}/unseen\\.json`, 'keptFiles'),
  kind(`${shadow}/left-out\\.json`, 'keptFiles'),
  kind(`${shadow}/unpruned`, 'keptFiles'),
  kind(`${own}/project\\.git/unseen\\.json`, {
    test: 'test/integration/airlock/userFiles.test.ts',
  }),
  kind(`${own}/\\w+\\.git/(?:work|base|own|losses)\\.index`, {
    test: 'test/integration/airlock/blindLooks.test.ts',
  }),
  kind(`${own}/(?:publish|snapshot|first)\\.index`, { harmless: 'It is made for one command.' }),
  kind(`${own}/\\w+\\.git/(?!\\w+\\.(?:json|index)$|unpruned$).*`, {
    test: 'test/integration/airlock/swappedObjects.test.ts',
  }),
  kind(`data/worktrees/${SESSION}/.*`, { harmless: 'It is the agent’s copy.' }),
  kind(`data/composing/${SESSION}`, 'keptFiles'),
  kind('data/provenance/[\\w.-]+\\.json', 'keptFiles'),
  kind('data/catalogue\\.json', 'keptFiles'),
  kind('data/search\\.sqlite(?:-\\w+)?', 'keptFiles'),
  kind('data/processes\\.json', 'keptFiles'),
  kind('data/trusted\\.json', 'keptFiles'),
  kind('data/allowed-paths\\.json', 'keptFiles'),
  kind('data/permissions\\.json', 'keptFiles'),
  kind('data/agent-checks\\.json', 'keptFiles'),
  kind('data/secrets\\.json', 'keptFiles'),
  kind('data/terminals\\.json', 'keptFiles'),
  kind('data/trash/.+/item\\.json', { test: 'src/main/trash/trash.test.ts' }),
  kind('data/agents/.+/(?:active|airlock-install|airlock-removed)\\.json', {
    test: 'test/integration/agents/installing.test.ts',
  }),
  kind('data/agent-registry\\.json', { test: 'test/integration/agents/registry.test.ts' }),
  kind('data/version\\.json', { test: 'src/main/app/data/dataVersion.test.ts' }),
  kind('settings\\.json', 'keptFiles'),
  kind('settings\\.schema\\.json', { harmless: 'It is written anew at each start.' }),
  kind('window\\.json', 'keptFiles'),
  kind('updates\\.json', { test: 'src/main/app/update/updates.test.ts' }),
  kind('logs/airlock(?:\\.\\d)?\\.log', 'keptFiles'),
];

/**
 * Names in the source that are not our files: those of agents, projects, other programs and the
 * package.
 */
export const othersNames: ReadonlySet<string> = new Set([
  '.airlock.json',
  '.claude.json',
  '.credentials.json',
  '.mcp.json',
  'build.json',
  'claude_desktop_config.json',
  'mcp.json',
  'package-lock.json',
  'package.json',
]);

/** Source files that only name files of other programs. */
export const othersSources: readonly string[] = ['agents/process/seal/agentPlaces.ts'];

export function kindOf(path: string): KeptKind | undefined {
  return keptKinds.find((one) => one.path.test(path));
}

/** The last parts of the paths, except those that any name would match. */
const keptNames = keptKinds
  .map(({ path }) => new RegExp(`^${path.source.replace(/^\^/, '').split('/').at(-1)}`))
  .filter((name) => !['other.json', 'other.index', 'other.log'].some((other) => name.test(other)));

/** Whether a file of this name is a kept one, in any folder. */
export function isKeptName(name: string): boolean {
  return keptNames.some((kept) => kept.test(name));
}
