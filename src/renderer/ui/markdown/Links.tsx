import type { ReactNode } from 'react';
import { visiblePath } from '#shared/text/visiblePath';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import { type FilePlace, withFilePlaces } from './filePlaces';
import { INLINE_IMAGE_CHARACTERS } from './limits';
import { isDisguised, type LinkTarget, linkTarget } from './linkTarget';
import styles from './Markdown.module.css';
import { useFileExists, useMarkdownActions } from './markdownActions';

interface LinkedTextProps {
  readonly href: string;
  /** The link's text without formatting. */
  readonly text: string;
  readonly children: ReactNode;
}

/** A link whose target is shown before it is opened. A link that we never open is shown as text. */
export function LinkedText({ href, text, children }: LinkedTextProps) {
  const target = linkTarget(href);
  if (target.kind === 'refused') {
    return (
      <>
        {children}
        {text !== href && <span className={styles.tag}> ({visibleLine(href)})</span>}
      </>
    );
  }
  return (
    <>
      <TargetLink target={target}>{children}</TargetLink>
      {target.kind === 'web' && isDisguised(text, target) && (
        <span className={styles.host}> ({target.host})</span>
      )}
    </>
  );
}

/** A place in an existing file is a link; anything else that looks like one stays text. */
export function PlaceText({ place, children }: PlaceTextProps) {
  const exists = useFileExists(place.path);
  if (!exists) return children;
  const { path, line } = place;
  return <TargetLink target={{ kind: 'file', path, line }}>{children}</TargetLink>;
}

interface PlaceTextProps {
  readonly place: FilePlace;
  readonly children: ReactNode;
}

/** Text with links for places in files. */
export function TextWithPlaces({ text }: { readonly text: string }) {
  return withFilePlaces(text).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are identified by position.
      <PlaceText key={index} place={part}>
        {part.text}
      </PlaceText>
    ),
  );
}

/**
 * A remote image as a link. It is never fetched, because that would tell its host who reads this.
 */
export function LinkedImage({ href, alt }: { readonly href: string; readonly alt: string }) {
  const isInline =
    /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(href) &&
    href.length <= INLINE_IMAGE_CHARACTERS;
  if (isInline) return <img className={styles.image} src={href} alt={alt} draggable={false} />;
  const target = linkTarget(href);
  const label = alt === '' ? 'Image' : `Image: ${alt}`;
  if (target.kind === 'refused') return <span className={styles.tag}>[{label}]</span>;
  return <TargetLink target={target}>{`${label} (${nameOf(target)})`}</TargetLink>;
}

type OpenTarget = Exclude<LinkTarget, { kind: 'refused' }>;

interface TargetLinkProps {
  readonly target: OpenTarget;
  readonly children: ReactNode;
}

function TargetLink({ target, children }: TargetLinkProps) {
  const { openLink, openFile } = useMarkdownActions();
  if (target.kind === 'file') {
    const place = target.line === null ? target.path : `${target.path}:${target.line}`;
    return (
      <button
        type="button"
        className={styles.link}
        {...tooltip({ text: visiblePath(place) })}
        onClick={() => openFile(target.path, target.line)}
      >
        {children}
      </button>
    );
  }
  return (
    <a
      className={styles.link}
      href={target.url}
      draggable={false}
      {...tooltip({ text: visibleLine(target.url) })}
      onClick={(event) => {
        event.preventDefault();
        openLink(target.url);
      }}
    >
      {children}
    </a>
  );
}

function nameOf(target: OpenTarget): string {
  return target.kind === 'file' ? visiblePath(target.path) : target.host;
}
