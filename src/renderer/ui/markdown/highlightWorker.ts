import type { HighlightAnswer, HighlightRequest } from './highlighter';
import { highlightRuns } from './highlightRuns';

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  const runs = highlightRuns(data.code, data.language);
  const answer: HighlightAnswer = { id: data.id, runs };
  postMessage(answer);
});
