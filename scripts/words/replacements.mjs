/**
 * Words that have an agreed replacement: use `use` instead of `not`. A second name for one thing is
 * listed like any other word. `screensOnly`: the docs explain the term, so they may use it.
 */
export const replacements = [
  // Archaic words and riddles.
  { not: /\bclash(es|ed|ing)?\b/i, use: 'conflict' },
  { not: /\b(ask|asks|asking|asked|wait|waits|given?|gives) (for )?leave\b/i, use: 'permission' },
  { not: /\banew\b/i, use: 'again' },
  { not: /\bfaults?\b/i, use: 'error' },
  { not: /\b(a press on|press on)\b/i, use: 'click' },
  { not: /\bmend(s|ed|ing)?\b/i, use: 'fix' },
  { not: /\b(at hand)\b/i, use: 'available' },
  { not: /\bput (it |this |them )?right\b/i, use: 'fix or restore' },
  { not: /\b(go|goes|went|going|gone) on\b/i, use: 'continue' },
  { not: /\ball the same\b/i, use: 'anyway' },
  { not: /\b(take|takes|took|taken) (\S+ )?up again\b/i, use: 'resume' },
  { not: /\b(take|takes|took|taken) back\b/i, use: 'revert' },
  { not: /\bin the same moment\b/i, use: 'at the same time' },
  { not: /\boverlook(s|ed)?\b/i, use: 'ignore' },
  { not: /\bfound out\b|\bfinds out\b/i, use: 'detect' },
  { not: /\bwait(s|ing)? for your word\b/i, use: 'wait for your approval' },
  { not: /\b(has|have) not heard of\b/i, use: 'not sent yet' },
  { not: /^says it is\b/i, use: 'reports itself as' },
  {
    not: /(?<!there )\b(is|are) no (\w+ )?(number|address|text|file|message|messages|program|event|host|folder|repository|archive|frame|error|problem|group)\b/i,
    use: 'is not a …',
  },
  { not: /\bstands? (in|beside) (its|the|your|`)/i, use: 'is in, is beside' },
  { not: /\bwr(ite|ites|itten|ote) (it |them |an? \w+ )?down\b/i, use: 'save, record' },
  { not: /\bnobody is logged in\b/i, use: 'You are not logged in' },
  { not: /\bthe like\b/i, use: 'name what it is like' },
  { not: /\bcalled off\b/i, use: 'cancelled' },
  { not: /\bfor good\b/i, use: 'permanently' },
  { not: /\bmore about\b/i, use: 'more actions for' },
  { not: /, please\b/i, use: 'an instruction: “Enter …”' },
  { not: /\blend(s|ing)?\b|\blent\b/i, use: 'offer or route through' },

  // One name for one thing.
  { not: /\bpictures?\b/i, use: 'image' },
  { not: /\bset-up\b/i, use: 'setup' },
  { not: /\bstart-up\b/i, use: 'startup' },
  { not: /\be-mail\b/i, use: 'email' },
  { not: /\bwhite space\b/i, use: 'whitespace' },
  { not: /\b(outside|inside) of\b/i, use: 'outside, inside' },
  {
    not: /\brefus(e|es|ed|ing) (a |the |one |that )?(\w+ )?(hunk|change|line)s?\b/i,
    use: 'reject',
  },
  {
    not: /\b(hunk|change|line)s? (is|are|was|were|that was|that were) refused\b/i,
    use: 'rejected',
  },
  { not: /\bmake(s)? (a |the )?branch\b/i, use: 'create a branch' },
  { not: /(?<!")\bwires?\b/i, use: 'protocol', screensOnly: true },
  { not: /\bdialects?\b/i, use: 'protocol', screensOnly: true },
];
