import { useEffect, useState } from 'react';
import { reportError } from '#window/diagnostics/reportError';

const SHOWN_MILLISECONDS = 1_500;

/** Copies a text; `copied` is true for a moment afterwards. */
export function useCopied(): [copied: boolean, copy: (text: string) => void] {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(() => setCopiedAt(Date.now()), reportError);
  };
  return [copiedAt !== 0, copy];
}
