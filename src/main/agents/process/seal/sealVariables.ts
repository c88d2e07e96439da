import { isGivenSecret } from '#main/base/secrets/secretNames';
import type { Variables } from '../environment/environmentLookup';
import type { KnownPlaces } from './agentPlaces';
import type { SealedAgent } from './sealPlan';

export interface DroppedVariable {
  readonly name: string;
  readonly why: string;
}

/** Variables that lead out of the seal, or contain private data. */
const leading: readonly (readonly [RegExp, string])[] = [
  [/^(?:SSH_|GPG_|GIT_ASKPASS$|SUDO_ASKPASS$|KRB5)/, 'leads to your keys'],
  [
    /^(?:DBUS_.*|GNOME_KEYRING_.*|DISPLAY|WAYLAND_.*|XAUTHORITY|ICEAUTHORITY|SESSION_MANAGER|PULSE_.*|PIPEWIRE_.*|AT_SPI_.*)$/,
    'leads to your desktop',
  ],
  [
    /^(?:DOCKER_.*|CONTAINER_HOST|PODMAN_.*|KUBECONFIG|LIBVIRT_.*|NOTIFY_SOCKET|LISTEN_.*|TMUX.*|STY|NVIM.*|VIM_SERVERNAME|EMACS.*|VSCODE_.*|KITTY_LISTEN_ON|WEZTERM_UNIX_SOCKET|ZELLIJ.*|BROWSER)$/,
    'leads to another program of yours',
  ],
  [
    /^(?:AWS_|AZURE_|GOOGLE_APPLICATION_CREDENTIALS$|GCLOUD_|CLOUDSDK_|ARM_|DIGITALOCEAN_|CLOUDFLARE_|HEROKU_|VAULT_|CONSUL_|TF_VAR_)/,
    'gives access to a cloud',
  ],
  [
    /^(?:GH_|GITHUB_|GITLAB_|BITBUCKET_|NPM_TOKEN$|NODE_AUTH_TOKEN$|PYPI_|TWINE_|CARGO_REGISTRY_|CARGO_REGISTRIES_)/,
    'gives access to a code host',
  ],
];

/** Variables for the folders where package managers keep their downloads. */
const cacheVariables: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: 'xdg',
  npm_config_cache: 'npm',
  npm_config_store_dir: 'pnpm',
  YARN_CACHE_FOLDER: 'yarn',
  BUN_INSTALL_CACHE_DIR: 'bun',
  PIP_CACHE_DIR: 'pip',
  UV_CACHE_DIR: 'uv',
  CARGO_HOME: 'cargo',
  GOMODCACHE: 'go/mod',
  GOCACHE: 'go/build',
  GRADLE_USER_HOME: 'gradle',
  NUGET_PACKAGES: 'nuget',
};

export interface SealedPlaces {
  readonly home: string;
  readonly userHome: string;
  readonly userId: number;
  readonly caches: string;
  /** Variables that the agent needs inside, unless its settings set them. */
  readonly more: Variables;
}

/** The variables that a program gets inside, and those that are dropped. */
export function sealedVariables(
  { variables, declared, choices }: SealedAgent,
  known: KnownPlaces | null,
  { home, userHome, userId, caches, more }: SealedPlaces,
): {
  readonly dropped: readonly DroppedVariable[];
  environment(variables: Variables): Variables;
} {
  const allowed = new Set([...declared, ...(choices.variables ?? [])]);
  const reason = (name: string, value: string): string | undefined => {
    if (allowed.has(name) || known?.keys.test(name)) return undefined;
    const lead = leading.find(([names]) => names.test(name));
    if (lead) return lead[1];
    if (known && isGivenSecret(name, value)) return 'is a secret that this agent does not need';
    const isMoved = home !== userHome && /^XDG_.*_HOME$/.test(name);
    return isMoved ? 'names a folder that cannot be written to' : undefined;
  };
  const set: Variables = {
    ...Object.fromEntries(Object.entries(more).filter(([name]) => !declared.includes(name))),
    ...Object.fromEntries(
      Object.entries(cacheVariables).map(([name, folder]) => [name, `${caches}/${folder}`]),
    ),
    HOME: home,
    TMPDIR: '/tmp',
    XDG_RUNTIME_DIR: `/run/user/${userId}`,
  };
  const entries = Object.entries(variables);
  return {
    dropped: entries.flatMap(([name, value]) => {
      const why = reason(name, value);
      return why === undefined ? [] : [{ name, why }];
    }),
    environment: (given) => ({
      ...Object.fromEntries(
        Object.entries(given).filter(([name, value]) => reason(name, value) === undefined),
      ),
      ...set,
    }),
  };
}
