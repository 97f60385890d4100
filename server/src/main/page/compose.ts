import { createHash } from 'node:crypto'

/** Markup that is shown before the scripts have loaded. */
export type FirstPaint = { login: string; shell: string }

/** Parts of a page added to the built HTML. */
export type Parts = {
  /** Reads a built file by its URL; null if there is no such file. */
  read: (address: string) => string | null
  /** Data for the script, under the id `config`. */
  config: unknown
  /** Scripts of this page, to be preloaded. */
  scripts: readonly string[]
  /** Scripts to fetch when idle, by part of the app; under the id `later`. */
  later: Readonly<Record<string, readonly string[]>>
  /** Calls of the API that the page makes before its scripts have loaded; under the id `calls`. */
  calls: readonly string[]
  drawn: FirstPaint | null
}

const stylesheet = /<link rel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g
/** The app's scripts and their preloads, without their closing bracket. */
const appScript = /<(?:script type="module"|link rel="modulepreload")/g
const plainScript = /<script src="([^"]+)"><\/script>/g

/** A JSON script element; `<` is escaped, so that its text cannot close the element. */
const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/**
 * Composes the page of a URL: inlines styles and the script that runs before the first paint, preloads the page's
 * scripts and includes the first markup.
 * @param html the page from the build
 */
export function composePage(html: string, { read, config, scripts, later, calls, drawn }: Parts): string {
  const preloads = scripts.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`)
  const data = dataBlock('config', config) + dataBlock('later', later) + dataBlock('calls', calls)
  const inline = (tag: 'style' | 'script') => (whole: string, address: string) => {
    const text = read(address)
    if (text === null || text.includes(`</${tag}`)) return whole
    // The disabled link loads nothing; it tells lazily loaded parts that the styles are present.
    const known = tag === 'style' ? `<link rel="stylesheet" disabled href="${address}">` : ''
    return `<${tag}>${text}</${tag}>${known}`
  }
  // Uses functions for the replacements, because `$` has a special meaning in replacement strings.
  return (
    html
      .replaceAll(stylesheet, inline('style'))
      .replaceAll(plainScript, inline('script'))
      .replace('</head>', () => `${preloads.join('')}${data}</head>`)
      // Fetches the app's scripts at low priority: the first paint needs only the font and the first API calls.
      .replaceAll(appScript, '$& fetchpriority="low"')
      .replace('<div id="app"></div>', (whole) =>
        drawn === null ? whole : `<div id="app">${drawn.login}</div><div id="shell">${drawn.shell}</div>`,
      )
  )
}

/** Hashes of the page's inline styles and scripts for its content security policy. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return { scripts: hashes(/<script>([^]*?)<\/script>/g), styles: hashes(/<style>([^]*?)<\/style>/g) }
}
