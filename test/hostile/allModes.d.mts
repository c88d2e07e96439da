import type { HostileModes } from './mode';

export const modeFamilies: Readonly<Record<string, HostileModes>>;
export const allModes: HostileModes;
