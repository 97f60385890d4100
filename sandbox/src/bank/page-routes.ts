import type { FastifyInstance } from 'fastify'
import { serveAssets } from '../platform/assets.ts'
import { pagePolicy } from '../platform/page-policy.ts'
import { bankPage } from './page/bank-page.ts'
import type { PaymentContext } from './payments.ts'

const POLICY = pagePolicy()

const ASSETS = {
  'bank.css': 'text/css; charset=utf-8',
  'bank.js': 'text/javascript; charset=utf-8',
}

/** The number of newest payments and transfers on the page. */
const MAX_SHOWN = 30

type NumberQuery = { Querystring: { number?: string } }
const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: { number: { type: 'string', maxLength: 30 } },
} as const

/** The page for the actions of a customer, at /bank/; `?number=` fills in the virtual account. */
export function pageRoutes({ banks, store, now }: PaymentContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<NumberQuery>('/', { schema: { querystring } }, async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .send(
          bankPage({
            number: request.query.number ?? '',
            now: now().getTime(),
            banks: banks.map(({ bank }) => ({
              bank,
              available: store.account(bank.methodPayment).available,
              switches: store.switches(bank.methodPayment),
            })),
            payments: store.payments().slice(0, MAX_SHOWN),
            transfers: store.transfers().slice(0, MAX_SHOWN),
          }),
        ),
    )
    serveAssets(app, new URL('./page/assets/', import.meta.url), ASSETS)
  }
}
