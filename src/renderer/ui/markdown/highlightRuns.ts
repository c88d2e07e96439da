import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** A stretch of code in one colour. */
export interface CodeRun {
  readonly text: string;
  readonly scope: string | null;
}

const lowlight = createLowlight({
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, graphql, ini, java, javascript, json },
  ...{ kotlin, lua, makefile, markdown, php, powershell, python, ruby, rust, scss, shell, sql },
  ...{ swift, typescript, xml, yaml },
});
lowlight.registerAlias({ json: ['json5', 'ndjson'], ini: ['dotenv', 'env'], bash: ['fish'] });

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

/**
 * Colours code; null for languages that we do not know. It runs in a worker, never in the window.
 */
export function highlightRuns(code: string, language: string): readonly CodeRun[] | null {
  if (!lowlight.registered(language)) return null;
  const runs: CodeRun[] = [];
  collect(lowlight.highlight(language, code) as Node, null, runs);
  return runs;
}

function collect(node: Node, scope: string | null, runs: CodeRun[]): void {
  if (node.type === 'text') {
    const last = runs.at(-1);
    if (last?.scope === scope) runs[runs.length - 1] = { scope, text: last.text + node.value };
    else runs.push({ scope, text: node.value ?? '' });
    return;
  }
  const own = scopeOf(node.properties?.className) ?? scope;
  for (const child of node.children ?? []) collect(child, own, runs);
}

function scopeOf(className: unknown): string | null {
  const first = Array.isArray(className) ? String(className[0]) : '';
  return /^hljs-([\w-]+)$/.exec(first)?.[1] ?? null;
}
