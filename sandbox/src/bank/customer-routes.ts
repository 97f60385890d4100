import type { FastifyInstance } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import { type Method, METHODS } from './keys.ts'
import { type Payment, statusAt, type Switches } from './model.ts'
import { inquire, pay, type PaymentContext } from './payments.ts'
import { isNoticeFault, isTransferFault, NOTICE_FAULTS, TRANSFER_FAULTS } from './faults.ts'

/** Timeout of the app's answer to a payment, milliseconds. */
const ANSWER_MS = 10_000
/** The largest number of payments and transfers in a list. */
const MAX_LISTED = 100

const bank = { type: 'integer', enum: METHODS } as const
const number = { type: 'string', pattern: '^\\d{6,28}$' } as const
const fault = { type: ['string', 'null'], enum: [...Object.keys(NOTICE_FAULTS), null] } as const

const bodyOf = (required: string[], properties: object) =>
  ({ body: { type: 'object', additionalProperties: false, required, properties } }) as const

type PayBody = { number: string; amount: number; bank?: Method; fault?: string | null }
type SwitchBody = { bank: Method; notices: string | null; transfers: string | null }

/** Routes for the actions of a customer and a tester, used by the page and by programs: JSON under /bank. */
export function customerRoutes(context: PaymentContext) {
  const { store, now } = context
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      // A page of another site must not make payments on behalf of its visitor.
      const { origin, host } = request.headers
      if (origin !== undefined && URL.parse(origin)?.host !== host) {
        throw new Refusal(403, 'ORIGIN', 'Only the page of the sandbox may do this')
      }
    })

    app.post<{ Body: PayBody }>(
      '/payments',
      {
        schema: bodyOf(['number', 'amount'], {
          number,
          amount: { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 },
          bank,
          fault,
        }),
      },
      async (request, reply) => {
        const { fault: requested, ...order } = request.body
        const given = isNoticeFault(requested) ? requested : null
        const { payment, notified } = await pay(context, { ...order, fault: given })
        await Promise.race([notified, context.sleep(ANSWER_MS)])
        return reply.code(201).send(payment)
      },
    )

    app.get<{ Params: { id: string } }>('/payments/:id', async (request): Promise<Payment> => {
      const payment = store.payment(request.params.id)
      if (!payment) throw new Refusal(404, 'PAYMENT_UNKNOWN', 'There is no such payment')
      return payment
    })

    app.post<{ Body: { number: string; bank?: Method } }>(
      '/inquiries',
      { schema: bodyOf(['number'], { number, bank }) },
      async (request) => inquire(context, request.body.number, request.body.bank),
    )

    app.get('/state.json', async () => ({
      banks: context.banks.map(({ bank: { methodPayment, name, bankCode, serviceId, accountNo } }) => ({
        methodPayment,
        name,
        bankCode,
        serviceId,
        accountNo,
        available: store.account(methodPayment).available,
        switches: store.switches(methodPayment),
      })),
      payments: store.payments().slice(0, MAX_LISTED),
      transfers: store
        .transfers()
        .slice(0, MAX_LISTED)
        .map((transfer) => ({ ...transfer, status: statusAt(transfer, now().getTime()) })),
    }))

    app.put<{ Body: SwitchBody }>(
      '/switches',
      {
        schema: bodyOf(['bank', 'notices', 'transfers'], {
          bank,
          notices: { type: ['string', 'null'], enum: [...Object.keys(NOTICE_FAULTS), 'offline', null] },
          transfers: { type: ['string', 'null'], enum: [...Object.keys(TRANSFER_FAULTS), 'offline', null] },
        }),
      },
      async (request): Promise<Switches> => {
        const { notices, transfers } = request.body
        const switches: Switches = {
          notices: notices === 'offline' || isNoticeFault(notices) ? notices : null,
          transfers: transfers === 'offline' || isTransferFault(transfers) ? transfers : null,
        }
        await store.setSwitches(request.body.bank, switches)
        return switches
      },
    )
  }
}
