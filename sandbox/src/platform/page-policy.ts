const own = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** The content security policy of a page that loads only its own files; `more` adds directives. */
export const pagePolicy = (more: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...own, ...more })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
