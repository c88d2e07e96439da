const SELF = "'self'";
const NONE = "'none'";

const policy: Record<string, readonly string[]> = {
  'default-src': [NONE],
  'script-src': [SELF],
  // Monaco, xterm and the pane layout create style elements at run time.
  'style-src': [SELF, "'unsafe-inline'"],
  'font-src': [SELF],
  'img-src': [SELF, 'data:', 'blob:'],
  // Our own player uses blob addresses for audio in messages.
  'media-src': ['blob:'],
  'worker-src': [SELF],
  'connect-src': [NONE],
  'frame-src': [NONE],
  'object-src': [NONE],
  'base-uri': [NONE],
  'form-action': [NONE],
  'frame-ancestors': [NONE],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [
    'default',
    'defaultWorkerFactory',
    'diffEditorWidget',
    'domLineBreaksComputer',
    'editorGhostText',
    'editorViewLayer',
    'diffReview',
    'richScreenReaderContent',
    'stickyScrollViewLayer',
    'tokenizeToString',
    'standaloneColorizer',
    'safeInnerHtml',
    'dompurify',
    "'allow-duplicates'",
  ],
};

export const CONTENT_SECURITY_POLICY = Object.entries(policy)
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join('; ');
