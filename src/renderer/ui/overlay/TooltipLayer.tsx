import { Tooltip } from '@base-ui/react/tooltip';
import { visibleWords } from '#shared/text/visiblePath';
import { Kbd } from '#window/ui/text/Kbd';
import styles from './TooltipLayer.module.css';
import { useTooltip } from './useTooltip';

/**
 * Draws the tooltip of the element that is under the pointer or has keyboard focus. One per window.
 */
export function TooltipLayer() {
  const { shown, open } = useTooltip();
  return (
    <Tooltip.Root open={open} disableHoverablePopup>
      <Tooltip.Portal>
        <Tooltip.Positioner
          className={styles.positioner}
          anchor={shown?.anchor ?? null}
          side={shown?.side ?? 'bottom'}
          sideOffset={6}
        >
          <Tooltip.Popup className={styles.popup} aria-hidden="true">
            {shown && visibleWords(shown.text)}
            {shown?.shortcut && <Kbd shortcut={shown.shortcut} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
