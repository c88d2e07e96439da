// Parts of Monaco that have no types of their own. Only what is used here, as of 0.57.
declare module 'monaco-editor/editor/common/core/ranges/lineRange.js' {
  export class LineRange {
    constructor(startLineNumber: number, endLineNumberExclusive: number);
    readonly startLineNumber: number;
    readonly endLineNumberExclusive: number;
  }
}

declare module 'monaco-editor/editor/common/core/range.js' {
  export class Range {
    constructor(startLine: number, startColumn: number, endLine: number, endColumn: number);
    readonly startLineNumber: number;
    readonly startColumn: number;
    readonly endLineNumber: number;
    readonly endColumn: number;
  }
}

declare module 'monaco-editor/editor/common/diff/rangeMapping.js' {
  import type { Range } from 'monaco-editor/editor/common/core/range.js';
  import type { LineRange } from 'monaco-editor/editor/common/core/ranges/lineRange.js';

  export class RangeMapping {
    constructor(originalRange: Range, modifiedRange: Range);
    readonly originalRange: Range;
    readonly modifiedRange: Range;
  }
  export class LineRangeMapping {
    constructor(original: LineRange, modified: LineRange);
    readonly original: LineRange;
    readonly modified: LineRange;
  }
  export class DetailedLineRangeMapping extends LineRangeMapping {
    constructor(original: LineRange, modified: LineRange, innerChanges?: RangeMapping[]);
    readonly innerChanges: RangeMapping[] | undefined;
  }
}

declare module 'monaco-editor/editor/common/diff/linesDiffComputer.js' {
  import type {
    DetailedLineRangeMapping,
    LineRangeMapping,
  } from 'monaco-editor/editor/common/diff/rangeMapping.js';

  export class MovedText {
    constructor(lineRangeMapping: LineRangeMapping, changes: DetailedLineRangeMapping[]);
    readonly lineRangeMapping: LineRangeMapping;
    readonly changes: DetailedLineRangeMapping[];
  }
}

declare module 'monaco-editor/editor/common/diff/defaultLinesDiffComputer/algorithms/diffAlgorithm.js' {
  export class DateTimeout {
    constructor(milliseconds: number);
  }
}

declare module 'monaco-editor/editor/common/diff/defaultLinesDiffComputer/defaultLinesDiffComputer.js' {
  import type { DateTimeout } from 'monaco-editor/editor/common/diff/defaultLinesDiffComputer/algorithms/diffAlgorithm.js';
  import type { MovedText } from 'monaco-editor/editor/common/diff/linesDiffComputer.js';
  import type { DetailedLineRangeMapping } from 'monaco-editor/editor/common/diff/rangeMapping.js';

  export interface DiffOptions {
    readonly ignoreTrimWhitespace: boolean;
    readonly maxComputationTimeMs: number;
    readonly computeMoves: boolean;
  }
  export class DefaultLinesDiffComputer {
    computeDiff(
      original: string[],
      modified: string[],
      options: DiffOptions,
    ): { readonly changes: DetailedLineRangeMapping[]; readonly hitTimeout: boolean };
    computeMoves(
      changes: DetailedLineRangeMapping[],
      original: string[],
      modified: string[],
      originalHashes: number[],
      modifiedHashes: number[],
      timeout: DateTimeout,
      considerWhitespace: boolean,
      options: DiffOptions,
    ): MovedText[];
  }
}

declare module 'monaco-editor/editor/standalone/browser/standaloneServices.js' {
  export interface InstantiationService {
    createInstance<T>(type: new (...parts: never[]) => T, ...parts: unknown[]): T;
  }
  export const StandaloneServices: {
    /** Takes effect only the first time, before anything else of Monaco is used. */
    initialize(overrides: Readonly<Record<string, unknown>>): InstantiationService;
  };
}

declare module 'monaco-editor/base/browser/ui/hover/hoverDelegateFactory.js' {
  export function setHoverDelegateFactory(
    factory: (placement: 'mouse' | 'element', instantHover: boolean) => unknown,
  ): void;
}

declare module 'monaco-editor/platform/hover/browser/hover.js' {
  export class WorkbenchHoverDelegate {
    dispose(): void;
  }
}

declare module 'monaco-editor/editor/browser/editorExtensions.js' {
  export function registerEditorContribution(
    id: string,
    contribution: new (...services: never) => object,
    instantiation: number,
  ): void;
}

declare module 'monaco-editor/editor/contrib/hover/browser/glyphHoverController.js' {
  export const GlyphHoverController: { readonly ID: string; new (...services: never): object };
}
