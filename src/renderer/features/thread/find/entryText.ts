import { ofNewerBuild } from '#shared/errors';
import type { Entry } from '#shared/session/entries';
import { foundInBlock } from '#shared/session/kinds/blockKinds';
import { foundInToolContent } from '#shared/session/kinds/toolContentKinds';
import { refusalWords } from '#shared/session/network';
import { visibleLine } from '#window/ui/text/visibleText';

/** The searchable text of an entry: the words of its row, including collapsed parts. */
export function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return entry.blocks.map(foundInBlock).join('\n');
    case 'tool':
      return [
        visibleLine(entry.title),
        ...entry.locations.map((location) => location.path),
        ...entry.content.map(foundInToolContent),
      ].join('\n');
    case 'plan':
      if (entry.body.type === 'items') {
        return entry.body.items.map((item) => item.content).join('\n');
      }
      return entry.body.type === 'markdown' ? entry.body.text : entry.body.uri;
    case 'permission':
      return [
        entry.question.title,
        entry.question.description ?? '',
        ...entry.question.options.map((option) => option.name),
      ].join('\n');
    case 'elicitation':
      return entry.question.message;
    case 'notice':
      return `${entry.title}\n${entry.description ?? ''}`;
    case 'setting':
      return `${entry.label}: ${entry.to} (was ${entry.from})`;
    case 'compaction':
      return entry.summary;
    case 'subagent':
      return `${entry.title}\n${entry.description ?? ''}`;
    case 'turn-end':
      return entry.message ?? '';
    case 'failure':
      return `${entry.message}\n${entry.detail ?? ''}\n${entry.stderrTail}`;
    case 'authentication':
    case 'continuity':
      return entry.message;
    case 'refusal':
      return refusalWords(entry.refusal);
    case 'unknown':
      return entry.label;
    case 'terminal':
      return '';
    default:
      return ofNewerBuild(entry, '');
  }
}
