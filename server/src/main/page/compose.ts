import { createHash } from 'node:crypto'

/** Markup that is shown before the scripts have loaded. */
export type FirstPaint = { login: string; shell: string }

export type Parts = {
  /** Reads a built file by its URL; null if there is no such file. */
  read: (address: string) => string | null
  /** Data for the script, under the id `config`. */
  config: unknown
  /** Scripts of this page, to be fetched together with the entry script. */
  scripts: readonly string[]
  /** Scripts to fetch when idle, by part of the app; under the id `later`. */
  later: Readonly<Record<string, readonly string[]>>
  /** Calls of the API that the page makes before its scripts have loaded; under the id `calls`. */
  calls: readonly string[]
  drawn: FirstPaint | null
}

const stylesheet = /<link rel="stylesheet"(?: crossorigin)? href="([^"<>]+)">/g
/** The app's entry script and the preloads of what it imports. */
const entryScript = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/
const preload = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g
const file = /url\((\/[^()]+)\)/g
const plainScript = /<script src="([^"]+)"><\/script>/g

/** A JSON script element; `<` is escaped, so that its text cannot close the element. */
const dataBlock = (id: string, value: unknown, attributes = '') =>
  `<script type="application/json" id="${id}"${attributes}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/**
 * Composes the page of a URL: inlines styles and the scripts that run before the first paint, names the page's
 * scripts and includes the first markup.
 * @param built the page from the build
 */
export function composePage(built: string, parts: Parts): string {
  const { read, config, later, calls, drawn } = parts
  const { html, data: scriptsLater } =
    drawn === null ? preloadScripts(built, parts) : postponeScripts(built, parts)
  const data =
    dataBlock('config', config) + dataBlock('later', later) + dataBlock('calls', calls) + scriptsLater
  const inline = (tag: 'style' | 'script') => (whole: string, address: string) => {
    const text = read(address)
    if (text === null || text.includes(`</${tag}`)) return whole
    // The disabled link loads nothing; it tells lazily loaded parts that the styles are present.
    const known = tag === 'style' ? `<link rel="stylesheet" disabled href="${address}">` : ''
    return `${tag === 'style' ? preloadFonts(text) : ''}<${tag}>${text}</${tag}>${known}`
  }
  // Uses functions for the replacements, because `$` has a special meaning in replacement strings.
  return html
    .replaceAll(stylesheet, inline('style'))
    .replaceAll(plainScript, inline('script'))
    .replace('</head>', () => `${data}</head>`)
    .replace('<div id="app"></div>', (whole) =>
      drawn === null ? whole : `<div id="app">${drawn.login}</div><div id="shell">${drawn.shell}</div>`,
    )
}

/** Preloads for the fonts of a style sheet: without them a browser asks only when it has laid out the first text. */
const preloadFonts = (style: string): string =>
  Array.from(style.matchAll(file), ([, address = '']) => address)
    .filter((address) => address.endsWith('.woff2'))
    .map((address) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`)
    .join('')

/** A page that shows nothing before its scripts: it fetches them at once. */
function preloadScripts(html: string, { scripts }: Parts): { html: string; data: string } {
  const preloads = scripts.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`)
  return { html: html.replace('</head>', () => `${preloads.join('')}</head>`), data: '' }
}

/** A page that shows something before its scripts: it lists them, and web/public/start-app.js fetches them. */
function postponeScripts(html: string, { scripts }: Parts): { html: string; data: string } {
  const entry = entryScript.exec(html)?.[1]
  if (entry === undefined) throw new Error('The built page has no entry script')
  const preloads = [...html.matchAll(preload)].map(([, address]) => address).concat(scripts)
  const others = new Set(preloads.filter((address) => address !== entry))
  return {
    html: html.replace(entryScript, '').replaceAll(preload, ''),
    data: dataBlock('scripts', [...others], ` data-src="${entry}"`),
  }
}

function textsIn(html: string, tag: string): string[] {
  const texts: string[] = []
  const [first, last] = [`<${tag}>`, `</${tag}>`]
  for (let at = html.indexOf(first); at >= 0; ) {
    const end = html.indexOf(last, at)
    if (end < 0) break
    texts.push(html.slice(at + first.length, end))
    at = html.indexOf(first, end)
  }
  return texts
}

/** Hashes of the page's inline styles and scripts for its content security policy. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hashes = (tag: string) =>
    textsIn(html, tag).map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { scripts: hashes('script'), styles: hashes('style') }
}
