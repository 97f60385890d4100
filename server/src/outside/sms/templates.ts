/** Values of the placeholders of a template. */
export type Values = { to: string; text: string; reference: string; key: string }

const placeholder = /\{(to|text|reference|key)\}/g
const known = new Set(['to', 'text', 'reference', 'key'])

/** The content of a request body with the values inserted, and its media type. */
export type Body = { mediaType: string; content: string }

/**
 * A function that inserts values into a parsed template. Values only fill whole strings or parts of strings, so that a
 * value cannot close a quote, add a field or change the host.
 */
export type Template<T> = (values: Values) => T

const fill = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: keyof Values) => values[name])

/**
 * Checks the placeholders of a template.
 * @throws Error naming an unknown one, so that a typing error is never sent to a phone.
 */
function checkNames(what: string, text: string): void {
  for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
    if (!known.has(name))
      throw new Error(`${what}: there is no {${name}}; {to}, {text}, {reference}, {key} are`)
  }
}

/**
 * A URL with placeholders in path and query, encoded by RFC 3986. The text may only be in the query, since dots in a
 * path would be normalised.
 * @throws Error if it is not an http(s) address, contains a user and password, or has a placeholder elsewhere
 */
export function addressTemplate(text: string): Template<string> {
  checkNames('SMS_URL', text)
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('SMS_URL: no http or https address')
  if (url.username || url.password) throw new Error('SMS_URL: a user and password belong into SMS_HEADERS')
  const query = text.indexOf('?')
  const path = query === -1 ? text : text.slice(0, query)
  const host = /^[a-z]+:\/\/[^/]*/i.exec(text)?.[0] ?? ''
  if (url.hash || host.includes('{')) throw new Error('SMS_URL: placeholders stand in the path or the query')
  if (path.includes('{text}')) throw new Error('SMS_URL: {text} stands in the query alone')
  return (values) =>
    text.replace(placeholder, (_, name: keyof Values) =>
      encodeURIComponent(values[name]).replace(
        /[!'()*.]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
}

/**
 * Headers as a JSON object of strings.
 * @throws Error if it is not such an object, or a name or value cannot be a header
 */
export function headersTemplate(text: string): Template<Record<string, string>> {
  checkNames('SMS_HEADERS', text)
  const headers = parseJson('SMS_HEADERS', text)
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    throw new Error('SMS_HEADERS: no JSON object')
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w-]+$/.test(name) || typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value)) {
      throw new Error(`SMS_HEADERS: ${JSON.stringify(name)} cannot be a header`)
    }
    if (value.includes('{text}')) throw new Error('SMS_HEADERS: {text} cannot stand in a header')
  }
  const entries = Object.entries(headers as Record<string, string>)
  return (values) => Object.fromEntries(entries.map(([name, value]) => [name, fill(value, values)]))
}

/**
 * The body: a JSON text with placeholders in its strings, or a form `a={to}&b={text}`; no body for `none`.
 * @throws Error if the template does not match its type
 */
export function bodyTemplate(type: 'json' | 'form' | 'none', text: string): Template<Body | null> {
  if (type === 'none') return () => null
  checkNames('SMS_BODY', text)
  if (type === 'form') {
    const fields = [...new URLSearchParams(text)]
    return (values) => ({
      mediaType: 'application/x-www-form-urlencoded',
      content: new URLSearchParams(fields.map(([name, value]) => [name, fill(value, values)])).toString(),
    })
  }
  const shape = parseJson('SMS_BODY', text)
  return (values) => ({
    mediaType: 'application/json',
    content: JSON.stringify(shape, (_, value: unknown) =>
      typeof value === 'string' ? fill(value, values) : value,
    ),
  })
}

/**
 * Parses a JSON setting.
 * @throws Error without the setting's text, which may contain a secret
 */
function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name}: no JSON`)
  }
}
