import type { ISearchOptions } from '@xterm/addon-search';

/** The search takes colours as #RRGGBB and no others. */
export function searchColors(): NonNullable<ISearchOptions['decorations']> {
  return {
    matchBackground: hexOf('--terminal-match'),
    activeMatchBackground: hexOf('--terminal-match-active'),
    matchOverviewRuler: hexOf('--terminal-match'),
    activeMatchColorOverviewRuler: hexOf('--terminal-match-active'),
  };
}

function hexOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const channels = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3) ?? [];
  probe.remove();
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}
