import { Copy, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { useCopied } from '#window/ui/useCopied';
import { dropTypedText, strandedTexts } from './model/diff/typedText';
import { settleDraft } from './model/feedback/comments';
import { useReview } from './model/reviewStore';

interface StrandedTextsProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
}

/** Unfinished edits of files that have left the review, because the agent reverted its change. */
export function StrandedTexts({ sessionId, files }: StrandedTextsProps) {
  const [, setDropped] = useState(0);
  const draft = useReview(sessionId, (state) => state.draft);
  const isDraftStranded = draft !== null && !files.some(({ change }) => change.path === draft.path);
  // Ends the draft of a comment in such a file: its text joins the comments that wait to be sent.
  useEffect(() => {
    if (isDraftStranded) settleDraft(sessionId);
  }, [sessionId, isDraftStranded]);
  const discard = (path: string) => {
    dropTypedText(sessionId, path);
    setDropped((count) => count + 1);
  };
  return strandedTexts(sessionId, files).map(({ path, text }) => (
    <StrandedText key={path} path={path} text={text} onDiscard={() => discard(path)} />
  ));
}

interface StrandedTextProps {
  readonly path: string;
  readonly text: string;
  readonly onDiscard: () => void;
}

function StrandedText({ path, text, onDiscard }: StrandedTextProps) {
  const [isCopied, copy] = useCopied();
  return (
    <Banner
      shape="strip"
      actions={
        <>
          <Button size="small" icon={Copy} onClick={() => copy(text)}>
            {isCopied ? 'Copied' : 'Copy text'}
          </Button>
          <Button size="small" variant="ghost" icon={Trash2} onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      You began to edit <strong>{visiblePath(path)}</strong>, but the agent has since reverted its
      change to this file. Your text is kept until you discard it.
    </Banner>
  );
}
