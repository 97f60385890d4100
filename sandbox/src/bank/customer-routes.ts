import type { FastifyInstance } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import { type Method, METHODS } from './keys.ts'
import { type Payment, statusAt, type Switches } from './model.ts'
import { inquire, pay, type Teller } from './teller.ts'
import { isNoticeTrouble, isTransferTrouble, NOTICE_TROUBLES, TRANSFER_TROUBLES } from './troubles.ts'

/** The app's answer to a payment is waited for so long, milliseconds. */
const ANSWER_MS = 10_000
/** The newest payments and transfers that are told. */
const MOST_TOLD = 100

const bank = { type: 'integer', enum: METHODS } as const
const number = { type: 'string', pattern: '^\\d{6,28}$' } as const
const trouble = { type: ['string', 'null'], enum: [...Object.keys(NOTICE_TROUBLES), null] } as const

const bodyOf = (required: string[], properties: object) =>
  ({ body: { type: 'object', additionalProperties: false, required, properties } }) as const

type PayBody = { number: string; amount: number; bank?: Method; trouble?: string | null }
type SwitchBody = { bank: Method; notices: string | null; transfers: string | null }

/** What a customer and a tester do, for the page and for programs: JSON under /bank. */
export function customerRoutes(teller: Teller) {
  const { book, now } = teller
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      // Another site's page may not pay in its visitor's name.
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
          trouble,
        }),
      },
      async (request, reply) => {
        const { trouble: wished, ...order } = request.body
        const given = isNoticeTrouble(wished) ? wished : null
        const { payment, told } = await pay(teller, { ...order, trouble: given })
        await Promise.race([told, teller.sleep(ANSWER_MS)])
        return reply.code(201).send(payment)
      },
    )

    app.get<{ Params: { id: string } }>('/payments/:id', async (request): Promise<Payment> => {
      const payment = book.payment(request.params.id)
      if (!payment) throw new Refusal(404, 'PAYMENT_UNKNOWN', 'There is no such payment')
      return payment
    })

    app.post<{ Body: { number: string; bank?: Method } }>(
      '/inquiries',
      { schema: bodyOf(['number'], { number, bank }) },
      async (request) => inquire(teller, request.body.number, request.body.bank),
    )

    app.get('/state.json', async () => ({
      banks: teller.banks.map(({ bank: { methodPayment, name, bankCode, serviceId, accountNo } }) => ({
        methodPayment,
        name,
        bankCode,
        serviceId,
        accountNo,
        available: book.available(methodPayment),
        switches: book.switches(methodPayment),
      })),
      payments: book.payments().slice(0, MOST_TOLD),
      transfers: book
        .transfers()
        .slice(0, MOST_TOLD)
        .map((transfer) => ({ ...transfer, status: statusAt(transfer, now().getTime()) })),
    }))

    app.put<{ Body: SwitchBody }>(
      '/switches',
      {
        schema: bodyOf(['bank', 'notices', 'transfers'], {
          bank,
          notices: { type: ['string', 'null'], enum: [...Object.keys(NOTICE_TROUBLES), 'offline', null] },
          transfers: { type: ['string', 'null'], enum: [...Object.keys(TRANSFER_TROUBLES), 'offline', null] },
        }),
      },
      async (request): Promise<Switches> => {
        const { notices, transfers } = request.body
        const switches: Switches = {
          notices: notices === 'offline' || isNoticeTrouble(notices) ? notices : null,
          transfers: transfers === 'offline' || isTransferTrouble(transfers) ? transfers : null,
        }
        await book.setSwitches(request.body.bank, switches)
        return switches
      },
    )
  }
}
