import {
  incomplete,
  parseCreateSentence,
  parseFind,
  parseMode,
  parsePathsSentence,
  parseRead,
  parseRenameSentence,
  parseReplace,
  parseRun,
  pathLike,
} from './operands';
import type { Request } from './request';

interface Form {
  readonly matches: RegExp;
  readonly read: (rest: string, body: string | undefined) => Request | undefined;
}

/** Accepts a verb only if something after it looks like a path, so not "add a test". */
function withPath(read: Form['read']): Form['read'] {
  return (rest, body) => {
    const head = rest.replace(/\s+(?:with|containing|saying)\s[\s\S]*$/i, '');
    return pathLike.test(head.replace(/[.!?]+$/, '')) ? read(rest, body) : undefined;
  };
}

/** The first form that matches and can be read wins. The expression matches the verb. */
const forms: readonly Form[] = [
  {
    matches: /^(?:hi|hello|hey|good (?:morning|day|evening))(?: there)?[!.]*$/i,
    read: () => ({ kind: 'help', greeting: true }),
  },
  {
    matches: /^(?:help(?: me)?|what can you do|what do you do|how do you work|who are you)[?!.]*$/i,
    read: () => ({ kind: 'help', greeting: false }),
  },
  {
    matches:
      /^(?:explain(?: yourself| that| what you did| what happened)?|what did you (?:just )?(?:do|change)|what have you (?:done|changed)|what changed|(?:summari[sz]e|recap)(?: what you did)?|show (?:me )?what you did)(?: so far)?[?!.]*$/i,
    read: () => ({ kind: 'explain' }),
  },
  {
    matches:
      /^(?:switch|change|go|set)(?: mode)?(?: to)?(?: the)? (?=(?:ask|auto|plan)(?: mode)?[.!]?$)/i,
    read: parseMode,
  },
  { matches: /^use(?: the)? (?=(?:ask|auto|plan) mode[.!]?$)/i, read: parseMode },
  {
    matches: /^(?:find|search for|search|look for|grep(?: for)?|where (?:is|are))(?:\s+|$)/i,
    read: (rest) => parseFind(rest.replace(/\?$/, '')),
  },
  {
    matches: /^(?:replace|substitute)(?:\s+|$)/i,
    read: (rest) => parseReplace(rest, ['with', 'by']),
  },
  {
    matches: /^(?:change|turn)\s+/i,
    read: (rest) => whenComplete(parseReplace(rest, ['to', 'into'])),
  },
  { matches: /^rename(?:\s+|$)/i, read: parseRenameSentence },
  { matches: /^move\s+/i, read: withPath(parseRenameSentence) },
  { matches: /^create(?:\s+|$)/i, read: parseCreateSentence },
  { matches: /^(?:make|write|add)\s+/i, read: withPath(parseCreateSentence) },
  { matches: /^(?:delete|remove)(?:\s+|$)/i, read: readDelete },
  { matches: /^(?:read|show|open|print|cat)\s+/i, read: readRead },
  { matches: /^(?:run|execute)(?:\s+|:?$)/i, read: readRun },
  { matches: /^(?:\$\s+|!\s*)(?=\S)/, read: parseRun },
];

const politeStart =
  /^(?:please|kindly|can you|could you|would you|will you|i want you to|i(?:'|’)d like you to|let(?:'|’)s|now|also|first|next|finally|and)[,:]?\s+/i;

export function parseNatural(line: string, body: string | undefined): Request | undefined {
  let text = line.trim();
  while (politeStart.test(text)) text = text.replace(politeStart, '');
  text = text.replace(/,?\s+please[.!]*$/i, '');
  for (const form of forms) {
    const match = form.matches.exec(text);
    if (!match) continue;
    const request = form.read(text.slice(match[0].length), body);
    if (request) return request;
  }
  return undefined;
}

/** A body may follow a line such as "create notes.md:". */
export function opensBody(line: string): boolean {
  return /:\s*$/.test(line) && parseNatural(line, undefined)?.kind === 'create';
}

function whenComplete(request: Request): Request | undefined {
  return request.kind === 'incomplete' ? undefined : request;
}

function readDelete(rest: string): Request | undefined {
  const paths = parsePathsSentence(rest);
  return paths && { kind: 'delete', paths };
}

function readRead(rest: string): Request | undefined {
  const paths = parsePathsSentence(rest);
  return paths?.length === 1 && pathLike.test(paths[0] ?? '') ? parseRead(rest) : undefined;
}

function readRun(rest: string, body: string | undefined): Request {
  if (rest.trim().replace(/:$/, '') === '' && body !== undefined) return parseRun(body.trim());
  if (/^(?:the|all|my|our|some)\s+(?!command\b)/i.test(rest)) {
    return incomplete('run', 'I need the command itself, as you would type it in a terminal.');
  }
  // A final full stop belongs to the sentence, not to the command, unless it is a path (`.`).
  return parseRun(rest.replace(/(?<=\w)\.$/, ''));
}
