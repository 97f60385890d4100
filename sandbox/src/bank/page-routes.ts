import type { FastifyInstance } from 'fastify'
import { serveAssets } from '../platform/assets.ts'
import { pagePolicy } from '../platform/page-policy.ts'
import { bankPage } from './page/bank-page.ts'
import type { Teller } from './teller.ts'

const POLICY = pagePolicy()

const ASSETS = {
  'bank.css': 'text/css; charset=utf-8',
  'bank.js': 'text/javascript; charset=utf-8',
}

/** The newest payments and transfers that the page shows. */
const MOST_SHOWN = 30

type NumberQuery = { Querystring: { number?: string } }
const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: { number: { type: 'string', maxLength: 30 } },
} as const

/** The page where a person plays the customer, at /bank/; `?number=` fills in the virtual account. */
export function pageRoutes({ banks, book, now }: Teller) {
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
              available: book.available(bank.methodPayment),
              switches: book.switches(bank.methodPayment),
            })),
            payments: book.payments().slice(0, MOST_SHOWN),
            transfers: book.transfers().slice(0, MOST_SHOWN),
          }),
        ),
    )
    serveAssets(app, new URL('./page/assets/', import.meta.url), ASSETS)
  }
}
