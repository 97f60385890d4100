import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

const defaultRoot = join(import.meta.dirname, '../../../web/dist')

/**
 * Serves the built screens below /lender. Files whose name carries a hash are kept by the browser for a year; the
 * page itself is asked for each time, so that a new version is seen at once.
 */
export async function serveWeb(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context
  app.get('/lender/config.json', async (_, reply) =>
    reply.header('Cache-Control', 'no-cache').send({
      operatorName: config.OPERATOR_NAME,
      operatorMark: config.OPERATOR_MARK_URL,
      licenceLine: config.OPERATOR_LICENCE_LINE,
      apiBase: config.API_BASE,
      esignOrigin: esignOrigin(context),
    }),
  )
  app.get('/', (_, reply) => reply.redirect('/lender/', 302))
  app.get('/lender', (_, reply) => reply.redirect('/lender/', 302))
  const root = config.WEB_ROOT ?? defaultRoot
  const index = join(root, 'index.html')
  if (!existsSync(index)) {
    context.log.warn('the screens are not built; only the API is served (npm run build -w web)')
    return
  }
  await app.register(fastifyStatic, {
    root,
    prefix: '/lender/',
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html*'],
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = await readFile(index)
  // Every address below /lender is a screen; which one, and whether it exists, the browser's router decides.
  app.get('/lender/*', (request, reply) => {
    if (/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page)
  })
}

/** The origin of the signing page that the browser embeds. */
export const esignOrigin = ({ config }: Context): string =>
  new URL(config.ESIGN_PUBLIC_URL ?? config.ESIGN_BASE_URL).origin
