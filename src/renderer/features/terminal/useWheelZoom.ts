import { type RefObject, useEffect } from 'react';
import { isMac } from '../../state/appInfoStore';
import { zoomTerminals } from './terminalActions';

/** As much turning as one notch of a wheel. */
const NOTCH = 60;

/** Turning the wheel with the modifier key held makes text larger or smaller. */
export function useWheelZoom(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    let turned = 0;
    const zoom = (event: WheelEvent) => {
      if (!(isMac() ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      zoomTerminals(turned < 0 ? 1 : -1);
      turned = 0;
    };
    // React listens passively, which could not keep the page from zooming.
    element.addEventListener('wheel', zoom, { passive: false, capture: true });
    return () => element.removeEventListener('wheel', zoom, { capture: true });
  }, [target]);
}
