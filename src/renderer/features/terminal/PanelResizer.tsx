import { TopSplitter } from '../../ui/TopSplitter';
import {
  PANEL_DEFAULT_HEIGHT,
  PANEL_MIN_HEIGHT,
  REST_MIN_HEIGHT,
  resizePanel,
  usePanel,
} from './panelStore';

export function PanelResizer() {
  const height = usePanel((panel) => panel.height);
  return (
    <TopSplitter
      label="Terminal height"
      size={height}
      min={PANEL_MIN_HEIGHT}
      max={window.innerHeight - REST_MIN_HEIGHT}
      onResize={resizePanel}
      onReset={() => resizePanel(PANEL_DEFAULT_HEIGHT)}
    />
  );
}
