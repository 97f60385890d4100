import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

const defaultRoot = join(import.meta.dirname, '../../../web/dist')
const page = 'index.html'

/** Serves the built page of the console below /console; its router handles every path there. */
export async function serveConsolePage(app: FastifyInstance, { config, log }: Context): Promise<void> {
  app.get('/', (_, reply) => reply.redirect('/console/', 302))
  app.get('/console', (_, reply) => reply.redirect('/console/', 302))
  const root = join(config.WEB_ROOT ?? defaultRoot, '.console')
  if (!existsSync(join(root, page))) {
    log.warn('the page of the console is not built; only its calls are served (npm run build -w web)')
    return
  }
  await app.register(fastifyStatic, {
    root,
    prefix: '/console/',
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['*.html*', '.vite/**'],
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/console/assets/*', (_, reply) => reply.callNotFound())
  app.get('/console/*', (_, reply) =>
    reply.header('Cache-Control', 'no-cache').sendFile(page, root, { cacheControl: false }),
  )
}
