import { createHash, createHmac, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outbound } from '../snap/client.ts'

/**
 * The fault injected into an order. lose: the connection breaks. hang: no response. error: 500. pending: 202 and status
 * 03 until `finish`. late: lost and unknown, then paid when `deliverLate` is called. token and busy: rejected
 * unprocessed, once. nonsense: 200 with a page that is not SNAP. doubled: the order arrives twice.
 */
export type Trouble =
  | 'none'
  | 'refuse'
  | 'lose'
  | 'lose-paid'
  | 'hang'
  | 'hang-paid'
  | 'error'
  | 'error-paid'
  | 'pending-paid'
  | 'pending-failed'
  | 'late'
  | 'token'
  | 'busy'
  | 'nonsense-paid'
  | 'doubled'

type Transfer = {
  amount: number
  account: string
  status: '00' | '03' | '04' | '06'
  ends: '00' | '06'
  at: Date
}
type Order = { reference: string; amount: number; account: string; timestamp: string; at: Date }

/**
 * A fake paying bank, over HTTP and with real signatures. It shares no signature code with the adapter under test, so
 * that a common error cannot go unnoticed.
 */
export type TestBank = {
  outbound: Outbound
  /** Chooses the fault for each order from now on. */
  trouble: (order: { reference: string; amount: number; account: string }) => Trouble
  /** How often each order was received, whatever its outcome. */
  orders: Map<string, number>
  /** The known transfers by reference; a paid one has the status 00. */
  transfers: Map<string, Transfer>
  /** Why calls were rejected: a wrong signature, a repeated X-EXTERNAL-ID and so on. */
  rejected: string[]
  tokens: number
  /** While true, every call is answered with 503. */
  offline: boolean
  /** Answers to account inquiries that differ from the ordinary one, by account number. */
  accounts: Map<string, { name?: string; status?: string; unknown?: true }>
  /** Replaces the lines of the statement; null for the ordinary ones. */
  lines: ((own: Line[]) => Line[]) | null
  /** The balance that the statement states, at the time of the answer; null for none. */
  balance: number | null
  /** Completes orders that have been pending for at least this time. */
  finish(olderThanMs?: number): void
  /** Delivers late orders that were sent at least this long ago, if the bank still accepts them. */
  deliverLate(olderThanMs?: number): void
  /** Invalidates all tokens. */
  dropTokens(): void
  close(): Promise<void>
}

export type Line = {
  type: 'DEBIT' | 'CREDIT'
  amount: number
  at: Date
  reference: string | null
  /** Set for a payment into a virtual account. */
  payment?: { id: string; number?: string }
  /** The bank's own id of the transaction; derived from the reference by default. */
  transactionId?: string
  remark?: string
}

/** @param bankCode the bank's own code; transfers to accounts at this bank are internal */
export async function startPayingBank(bankCode = '009'): Promise<TestBank> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const clientSecret = randomBytes(18).toString('base64url')
  const live = new Set<string>()
  const externalIds = new Set<string>()
  let lateOrders: Order[] = []

  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bank: TestBank = {
    outbound: {
      baseUrl: `http://127.0.0.1:${port}/api`,
      clientKey: 'client-of-pematang',
      partnerId: 'partner-of-pematang',
      channelId: '95221',
      clientSecret,
      privateKey,
      sourceAccountNo: '0098765432',
      bankCode,
      disbursements: true,
      fees: { internal: 0, external: 2_500 },
    },
    trouble: () => 'none',
    orders: new Map(),
    transfers: new Map(),
    rejected: [],
    tokens: 0,
    offline: false,
    accounts: new Map(),
    lines: null,
    balance: null,
    finish(olderThanMs = 0) {
      for (const transfer of bank.transfers.values()) {
        if (transfer.status === '03' && isOver(transfer, olderThanMs)) transfer.status = transfer.ends
      }
    },
    deliverLate(olderThanMs = 0) {
      const due = lateOrders.filter((order) => isOver(order, olderThanMs))
      lateOrders = lateOrders.filter((order) => !due.includes(order))
      for (const order of due) if (isYoung(order.timestamp)) pay(order)
    },
    dropTokens: () => live.clear(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return bank

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8')
    if (bank.offline) return say(response, 503, null, {})
    const path = request.url ?? ''
    if (path === '/api/v1.0/access-token/b2b') return token(request, response)
    const service = services[path.replace('/api', '')]
    if (!service) return say(response, 404, '4040000', {})
    const fault = faultOf(request, path, text)
    if (fault !== null) {
      bank.rejected.push(fault)
      const code =
        fault === 'token'
          ? `401${service}01`
          : fault === 'external id'
            ? `409${service}00`
            : `401${service}00`
      return say(response, Number(code.slice(0, 3)), code, {})
    }
    const body = JSON.parse(text) as Record<string, unknown>
    if (service === '15' || service === '16') return inquire(response, service, body)
    if (service === '17' || service === '18') return transfer(request, response, service, body)
    if (service === '36') return status(response, body)
    return statement(response, body)
  }

  function token(request: IncomingMessage, response: ServerResponse): void {
    bank.tokens += 1
    const [key, at, signature] = ['x-client-key', 'x-timestamp', 'x-signature'].map((name) =>
      header(request, name),
    )
    const genuine = createVerify('sha256')
      .update(`${key}|${at}`)
      .verify(publicKey, signature ?? '', 'base64')
    if (!genuine || key !== bank.outbound.clientKey || !isYoung(at ?? '')) {
      bank.rejected.push('token signature')
      return say(response, 401, '4017300', {})
    }
    const accessToken = randomBytes(24).toString('base64url')
    live.add(accessToken)
    return say(response, 200, '2007300', { accessToken, tokenType: 'Bearer', expiresIn: '900' })
  }

  function faultOf(request: IncomingMessage, path: string, text: string): string | null {
    const accessToken = (header(request, 'authorization') ?? '').replace(/^Bearer /, '')
    if (!live.has(accessToken)) return 'token'
    const timestamp = header(request, 'x-timestamp') ?? ''
    const hash = createHash('sha256').update(text).digest('hex')
    const signed = `POST:${path}:${accessToken}:${hash}:${timestamp}`
    const expected = createHmac('sha512', clientSecret).update(signed).digest('base64')
    if (header(request, 'x-signature') !== expected) return 'signature'
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/.test(timestamp) || !isYoung(timestamp)) return 'timestamp'
    if (header(request, 'x-partner-id') !== bank.outbound.partnerId) return 'partner'
    if (header(request, 'channel-id') !== bank.outbound.channelId) return 'channel'
    const externalId = header(request, 'x-external-id') ?? ''
    if (!/^\d{1,36}$/.test(externalId) || externalIds.has(externalId)) return 'external id'
    externalIds.add(externalId)
    return null
  }

  function inquire(response: ServerResponse, service: string, body: Record<string, unknown>): void {
    const account = String(body['beneficiaryAccountNo'])
    const known = bank.accounts.get(account)
    if (known?.unknown) return say(response, 404, `404${service}11`, {})
    const asked = (body['additionalInfo'] ?? {}) as { beneficiaryAccountName?: string }
    return say(response, 200, `200${service}00`, {
      referenceNo: randomBytes(6).toString('hex'),
      beneficiaryAccountNo: account,
      beneficiaryAccountName: known?.name ?? asked.beneficiaryAccountName ?? '',
      beneficiaryAccountStatus: known?.status ?? 'Active',
      currency: 'IDR',
    })
  }

  function transfer(
    request: IncomingMessage,
    response: ServerResponse,
    service: string,
    body: Record<string, unknown>,
  ): void {
    const order = {
      reference: String(body['partnerReferenceNo']),
      amount: Number((body['amount'] as { value: string }).value),
      account: String(body['beneficiaryAccountNo']),
      timestamp: header(request, 'x-timestamp') ?? '',
      at: new Date(),
    }
    const before = bank.orders.get(order.reference) ?? 0
    bank.orders.set(order.reference, before + 1)
    const trouble = bank.trouble(order)
    // These faults occur once: the next attempt is accepted.
    if (trouble === 'token' && before === 0) return say(response, 401, `401${service}01`, {})
    if (trouble === 'busy' && before === 0) return say(response, 429, `429${service}00`, {})
    if (bank.transfers.has(order.reference)) return say(response, 409, `409${service}01`, {})
    if (trouble === 'refuse') return say(response, 403, `403${service}18`, {})
    if (trouble.startsWith('pending')) {
      const ends = trouble === 'pending-failed' ? '06' : '00'
      pay(order, '03', ends)
      return say(response, 202, `202${service}00`, {})
    }
    if (trouble === 'late') lateOrders.push(order)
    if (['none', 'token', 'busy', 'doubled'].includes(trouble) || trouble.endsWith('-paid')) pay(order)
    return answerAfter(trouble, order, { request, response, service })
  }

  /** Responds to an order that was processed, as its fault requires. */
  function answerAfter(
    trouble: Trouble,
    { reference, amount }: Order,
    { request, response, service }: { request: IncomingMessage; response: ServerResponse; service: string },
  ): void {
    const kind = trouble.replace('-paid', '')
    if (kind === 'lose' || kind === 'late') request.socket.destroy()
    else if (kind === 'error') say(response, 500, `500${service}00`, {})
    else if (kind === 'nonsense') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>ok')
    else if (kind === 'doubled') say(response, 409, `409${service}01`, {})
    else if (kind !== 'hang') {
      say(response, 200, `200${service}00`, {
        referenceNo: `R${reference.slice(0, 12)}`,
        partnerReferenceNo: reference,
        amount: { value: `${amount}.00`, currency: 'IDR' },
      })
    }
  }

  function pay(
    { reference, amount, account }: Order,
    status: '00' | '03' = '00',
    ends: '00' | '06' = '00',
  ): void {
    if (bank.transfers.has(reference)) throw new Error(`${reference} would be paid twice`)
    bank.transfers.set(reference, { amount, account, status, ends, at: new Date() })
  }

  function status(response: ServerResponse, body: Record<string, unknown>): void {
    const reference = String(body['originalPartnerReferenceNo'])
    const known = bank.transfers.get(reference)
    if (!known) return say(response, 404, '4043601', { latestTransactionStatus: '07' })
    return say(response, 200, '2003600', {
      originalPartnerReferenceNo: reference,
      originalReferenceNo: `R${reference.slice(0, 12)}`,
      serviceCode: body['serviceCode'],
      amount: { value: `${known.amount}.00`, currency: 'IDR' },
      latestTransactionStatus: known.status,
    })
  }

  function statement(response: ServerResponse, body: Record<string, unknown>): void {
    const [from, to] = ['fromDateTime', 'toDateTime'].map((name) => Date.parse(String(body[name])))
    const own = [...bank.transfers]
      .filter(([, { status: state }]) => state === '00' || state === '04')
      .flatMap(([reference, { amount, at, status: state }]): Line[] => [
        { type: 'DEBIT', amount, at, reference },
        ...(state === '04' ? [{ type: 'CREDIT' as const, amount, at, reference }] : []),
      ])
    const told = bank.lines ? bank.lines(own) : own
    return say(response, 200, '2001400', {
      accountNo: body['accountNo'],
      hasMore: 'N',
      ...(bank.balance === null
        ? {}
        : {
            balance: [
              {
                amount: {
                  value: `${bank.balance}.00`,
                  currency: 'IDR',
                  dateTime: new Date().toISOString(),
                },
              },
            ],
          }),
      detailData: told
        .filter(({ at }) => at.getTime() >= (from ?? 0) - 1000 && at.getTime() <= (to ?? 0) + 1000)
        .map(({ type, amount, at, reference, payment, transactionId, remark }) => ({
          type,
          amount: { value: `${amount}.00`, currency: 'IDR' },
          transactionDate: at.toISOString(),
          transactionId: transactionId ?? `R${String(reference).slice(0, 12)}`,
          transactionDetailStatus: 'SUCCESS',
          remark,
          detailInfo: {
            ...(reference === null ? {} : { partnerReferenceNo: reference }),
            ...(payment ? { paymentRequestId: payment.id, virtualAccountNo: payment.number } : {}),
          },
        })),
    })
  }
}

const services: Record<string, string> = {
  '/v1.0/account-inquiry-internal': '15',
  '/v1.0/account-inquiry-external': '16',
  '/v1.0/transfer-intrabank': '17',
  '/v1.0/transfer-interbank': '18',
  '/v1.0/transfer/status': '36',
  '/v1.0/bank-statement': '14',
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const isOver = ({ at }: { at: Date }, ms: number): boolean => Date.now() - at.getTime() >= ms

/** Whether a timestamp is within 300 seconds of now, in either direction. */
const isYoung = (timestamp: string): boolean => Math.abs(Date.now() - Date.parse(timestamp)) <= 300_000

function say(response: ServerResponse, httpStatus: number, code: string | null, fields: object): void {
  const head = code === null ? {} : { responseCode: code, responseMessage: 'x' }
  response
    .writeHead(httpStatus, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...head, ...fields }))
}
