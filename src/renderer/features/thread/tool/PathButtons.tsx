import type { ToolLocation } from '#shared/session/content';
import { PathButton } from './PathButton';

/** The paths of a tool call, each with its whole path. */
export function PathButtons({ locations }: { readonly locations: readonly ToolLocation[] }) {
  return locations.map(({ path, line = null }) => (
    <PathButton key={`${path}:${line}`} path={path} line={line} full />
  ));
}
