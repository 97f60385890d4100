import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { esignPageOrigin } from '../outside/esign/esign-provider.ts'
import { Pages } from './page/pages.ts'

const defaultRoot = join(import.meta.dirname, '../../../web/dist')

/**
 * Serves the built web app below /lender. Hashed files are cached for a year; the page itself is revalidated each time,
 * so that a new version is seen at once.
 */
export async function serveWeb(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context
  const browserConfig = {
    operatorName: config.OPERATOR_NAME,
    operatorMark: config.OPERATOR_MARK_URL,
    licenceLine: config.OPERATOR_LICENCE_LINE,
    helpEmail: config.HELP_EMAIL,
    helpPhone: config.HELP_PHONE,
    complaintLine: config.COMPLAINT_LINE,
    riskWarning: config.RISK_WARNING,
    apiBase: config.API_BASE,
    esignOrigin: esignPageOrigin(config),
  }
  app.get('/lender/config.json', async (_, reply) =>
    reply.header('Cache-Control', 'no-cache').send(browserConfig),
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
    globIgnore: ['index.html*', '.*/**'],
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const pages = await Pages.open(root, browserConfig, context.log)
  // A missing asset of an earlier build must be 404, because an HTML page in its place would be run as a script.
  app.get('/lender/assets/*', (_, reply) => reply.callNotFound())
  // The browser's router handles every other path below /lender.
  app.get('/lender/*', (request, reply) => pages.send(request, reply))
}
