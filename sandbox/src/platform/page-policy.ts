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

/** The content security policy of a page that runs nothing but its own files; `more` is what one needs beside that. */
export const pagePolicy = (more: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...own, ...more })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
