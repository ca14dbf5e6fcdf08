// Which addresses a notification's link or image may have. Pure.

/**
 * @returns whether `value` is http(s), or a path on the page's own site: one `/` not followed by another `/` or a `\`.
 * Spaces and control characters are refused, because browsers drop some of them before parsing the scheme.
 */
export function isSafeLink(value: string | undefined): value is string {
  return /^(https?:\/\/[^/\\]|\/(?![/\\]))/i.test(value as string) && !/[\0- \x7f-\x9f]/.test(value as string);
}
