import {
  highestInspector,
  INSPECTOR_DEFAULT_HEIGHT,
  INSPECTOR_MIN_HEIGHT,
  resizeInspector,
  useInspectorPanel,
} from '../../state/inspectorPanel';
import { TopSplitter } from '../../ui/TopSplitter';

export function InspectorResizer() {
  const height = useInspectorPanel((panel) => panel.height);
  return (
    <TopSplitter
      label="Inspector height"
      size={height}
      min={INSPECTOR_MIN_HEIGHT}
      max={highestInspector()}
      onResize={resizeInspector}
      onReset={() => resizeInspector(INSPECTOR_DEFAULT_HEIGHT)}
    />
  );
}
