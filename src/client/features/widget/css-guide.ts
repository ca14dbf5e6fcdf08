// What an owner's CSS can reach: the parts of a notification by their selectors, and examples to start from. Class names
// and variables never change (widget/notification.ts, shared/embed/style.ts).

export const CSS_PARTS: readonly { selector: string; what: string }[] = [
  { selector: '.notice', what: 'The notification' },
  { selector: '.notice.review', what: 'One type only, such as reviews' },
  { selector: '.media', what: 'The box for the picture, number or icon' },
  { selector: 'img', what: 'The picture' },
  { selector: '.count', what: 'The number' },
  { selector: '.body', what: 'Everything beside the box' },
  { selector: '.title', what: 'The title' },
  { selector: '.message', what: 'The message' },
  { selector: '.link', what: 'The text that is clicked' },
  { selector: '.stars', what: 'The rating' },
  { selector: '.code', what: 'The discount code' },
  { selector: 'time', what: 'The age, such as “2 minutes ago”' },
  { selector: '.mark', what: 'Where it comes from and its age, such as “Shopify · 2 hours ago”' },
  { selector: '.close', what: 'The close button' },
];

/** Hold the settings from Appearance & Design. */
export const CSS_VARIABLES: readonly string[] = [
  '--primaryColor',
  '--secondaryColor',
  '--textColor',
  '--backgroundColor',
  '--linkColor',
  '--borderColor',
  '--radius',
];

export const CSS_EXAMPLES: readonly { name: string; css: string }[] = [
  {
    name: 'Colored edge',
    css: '.notice {\n  border-left: 4px solid var(--primaryColor);\n}\n',
  },
  {
    name: 'Round pictures',
    css: '.media,\nimg {\n  border-radius: 50%;\n}\n',
  },
  {
    name: 'Dark in dark mode',
    css: '@media (prefers-color-scheme: dark) {\n  .notice {\n    color: #f3f4f6;\n    background: #1f2937;\n    border-color: #374151;\n  }\n}\n',
  },
];
