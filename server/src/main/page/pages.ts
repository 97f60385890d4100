import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { allowInline } from '../../platform/http/security-headers.ts'
import { composePage, type FirstPaint, inlineHashes, type Parts } from './compose.ts'

/** What the web build exports about its pages: `web/scripts/prerender.tsx`. */
type Screens = {
  /** Scripts of the page at a path below /lender. */
  scriptsOf: (manifest: unknown, address: string) => string[]
  /** Scripts to fetch when idle, by part of the app. */
  laterScripts: (manifest: unknown) => Record<string, string[]>
  /** The API calls that a page makes first, as paths below the API's base. */
  callsOf: (address: string) => readonly string[]
  /** The route that matches a path; empty if there is none. */
  addressOf: (path: string) => string
  drawFirst: (address: string, config: unknown) => Promise<FirstPaint>
}

type Encoding = 'br' | 'gzip' | 'identity'
type Page = { bytes: Buffer; etag: string; hashes: ReturnType<typeof inlineHashes> }

const base = '/lender'
const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
}

function encodingFor(accepted: string | string[] = ''): Encoding {
  const names = String(accepted)
    .split(',')
    .map((name) => name.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * The pages of a build. Each is composed and compressed once, at its first request, because settings do not change at
 * run time.
 */
export class Pages {
  readonly #root: string
  readonly #html: string
  readonly #config: unknown
  readonly #screens: Screens | null
  readonly #log: Logger
  readonly #made = new Map<string, Promise<Page>>()
  readonly #packed = new Map<string, Promise<Buffer>>()

  private constructor(root: string, config: unknown, screens: Screens | null, log: Logger) {
    this.#root = root
    this.#html = readFileSync(join(root, 'index.html'), 'utf8')
    this.#config = config
    this.#screens = screens
    this.#log = log
  }

  /**
   * @param root folder of the built web app
   * @param config the settings that the browser's script receives
   */
  static async open(root: string, config: unknown, log: Logger): Promise<Pages> {
    const built = join(root, '.prerender/prerender.mjs')
    const screens = existsSync(built) ? ((await import(pathToFileURL(built).href)) as Screens) : null
    return new Pages(root, config, screens, log)
  }

  /** Sends the page of the requested path, or 304 if the browser has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = (request.url.split('?')[0] ?? '').slice(base.length)
    const address = this.#screens?.addressOf(path) ?? ''
    const page = await once(this.#made, address, () => this.#make(address))
    reply
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Accept-Encoding')
      .header('ETag', page.etag)
      .header('Content-Security-Policy', allowInline(reply.getHeader('Content-Security-Policy'), page.hashes))
    if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    const bytes = await once(this.#packed, `${encoding} ${address}`, () => compress[encoding](page.bytes))
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(bytes)
  }

  async #make(address: string): Promise<Page> {
    const { scripts, later } = this.#scriptsOf(address)
    const html = composePage(this.#html, {
      read: (file) => this.#read(file),
      config: this.#config,
      scripts,
      later,
      calls: this.#screens?.callsOf(address) ?? [],
      drawn: await this.#draw(address),
    })
    const bytes = Buffer.from(html)
    const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    return { bytes, etag, hashes: inlineHashes(html) }
  }

  #scriptsOf(address: string): Pick<Parts, 'scripts' | 'later'> {
    if (this.#screens === null) return { scripts: [], later: {} }
    const manifest: unknown = JSON.parse(readFileSync(join(this.#root, '.vite/manifest.json'), 'utf8'))
    const whole = (file: string) => `${base}/${file}`
    const scripts = this.#screens.scriptsOf(manifest, address)
    const later = Object.entries(this.#screens.laterScripts(manifest)).map(([part, files]) => [
      part,
      files.filter((file) => !scripts.includes(file)).map(whole),
    ])
    return { scripts: scripts.map(whole), later: Object.fromEntries(later) as Parts['later'] }
  }

  /** The markup of the first paint. If drawing fails, the page stays blank until its script runs. */
  async #draw(address: string): Promise<FirstPaint | null> {
    try {
      return (await this.#screens?.drawFirst(address, this.#config)) ?? null
    } catch (error) {
      this.#log.error({ err: error, address }, 'prerendering a page failed')
      return null
    }
  }

  #read(file: string): string | null {
    if (!file.startsWith(`${base}/`)) return null
    const path = join(this.#root, file.slice(base.length))
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
}

/** Computes an entry once; after a failure it is computed again at the next request. */
function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const before = known.get(key)
  if (before) return before
  const made = make()
  known.set(key, made)
  made.catch(() => known.delete(key))
  return made
}
