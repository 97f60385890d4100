import { generator } from './faults.ts'
import { type SnapAnswer, nextExternalId, paymentBody } from '../src/cash/testing.ts'
import { aDepositor, type BankScenario } from './snap-scenario.ts'

export type Swarm = {
  /** The expected final cash of each lender, in whole rupiah. */
  expected: Map<number, number>
  /** The expected sum in suspense, in whole rupiah. */
  nobodys: number
}

type Depositor = Awaited<ReturnType<typeof aDepositor>>
type Delivery = { kind: 'genuine' | 'forged' | 'changed' | 'doubled'; send: () => Promise<SnapAnswer> }

/**
 * Delivers many notices: each payment 1 to 10 times, in random order and concurrently. One delivery in twenty is
 * forged, one in fifty has another amount, one in fifty is sent twice with the same X-EXTERNAL-ID, and one payment in
 * fifty is to an unknown number.
 * @throws when a delivery gets a response code that is not allowed for its kind.
 */
export async function deliverSwarm(
  scenario: BankScenario,
  { payments, lenders, atOnce, seed }: { payments: number; lenders: number; atOnce: number; seed: number },
): Promise<Swarm> {
  const chance = generator(seed)
  const below = (limit: number) => Math.floor(chance() * limit)
  const depositors: Depositor[] = []
  for (let n = 0; n < lenders; n += 1) depositors.push(await aDepositor(scenario.fixture))
  const expected = new Map<number, number>(depositors.map(({ lenderId }) => [lenderId, 0]))
  const deliveries: Delivery[] = []
  let nobodys = 0
  for (let n = 0; n < payments; n += 1) {
    const method = chance() < 0.5 ? 1 : 2
    const bank = method === 1 ? scenario.bni : scenario.other
    const owner = chance() < 0.02 ? null : depositors[below(lenders)]
    const amount = 10_000 + below(5_000_000)
    const payment = { id: `S-${seed}-${n}`, number: owner?.numbers[method] ?? '988009999999999', amount }
    if (owner) expected.set(owner.lenderId, (expected.get(owner.lenderId) ?? 0) + amount)
    else nobodys += amount
    const times = 1 + below(10)
    deliveries.push({ kind: 'genuine', send: () => bank.pay(payment) })
    for (let again = 1; again < times; again += 1) {
      deliveries.push({ kind: 'genuine', send: () => bank.pay(payment, { flagAdvise: 'Y' }) })
    }
    if (chance() < 0.02) {
      const externalId = nextExternalId()
      const send = () => bank.pay(payment, {}, { externalId })
      deliveries.push({ kind: 'doubled', send }, { kind: 'doubled', send })
    }
    if (chance() < 0.02) {
      // The notice with the other amount must not come first, because it would then count as the payment. So the first
      // notice is sent before it.
      deliveries.push({
        kind: 'changed',
        send: async () => {
          await bank.pay(payment)
          return bank.pay({ ...payment, amount: amount + 1 })
        },
      })
    }
  }
  const forged = Math.ceil(deliveries.length / 19)
  for (let n = 0; n < forged; n += 1) deliveries.push({ kind: 'forged', send: forge(n) })
  shuffle(deliveries, below)

  function forge(n: number): Delivery['send'] {
    const { numbers } = depositors[below(lenders)] ?? { numbers: { 1: '988000000000001', 2: '' } }
    const payment = { id: `S-${seed}-${below(payments)}`, number: numbers[1], amount: 1_000_000_000 }
    const sentBody = JSON.stringify(paymentBody(payment))
    const innocent = { ...payment, amount: 10_000 }
    const ways = [
      () => scenario.bni.pay(payment, {}, { secret: scenario.keys[2].clientSecret }),
      () => scenario.bni.pay(innocent, {}, { sentBody }),
      () => scenario.bni.pay(payment, {}, { token: 'f'.repeat(43) }),
      () => scenario.bni.pay(payment, {}, { timestamp: new Date(Date.now() - 3_600_000).toISOString() }),
      () => scenario.bni.pay(payment, {}, { signedPath: '/v1.0/transfer-va/inquiry' }),
      () =>
        scenario.bni.pay(
          payment,
          {},
          { headers: { 'X-PARTNER-ID': scenario.keys[2].bank.inbound.partnerId } },
        ),
    ]
    return ways[n % ways.length] as Delivery['send']
  }

  await Promise.all([scenario.bni.askToken(), scenario.other.askToken()])
  await Promise.all(Array.from({ length: atOnce }, () => work()))
  return { expected, nobodys }

  async function work(): Promise<void> {
    for (let delivery = deliveries.pop(); delivery; delivery = deliveries.pop()) {
      const { code } = await delivery.send()
      // The server is overloaded, so the bank sends the notice again later.
      if (code.startsWith('504')) deliveries.unshift(delivery)
      else if (!allowed[delivery.kind].includes(code)) {
        throw new Error(`a ${delivery.kind} delivery was answered ${code}`)
      }
    }
  }
}

const allowed: Record<Delivery['kind'], readonly string[]> = {
  genuine: ['2002500'],
  doubled: ['2002500', '4092500'],
  changed: ['4042518'],
  forged: ['4012500', '4012501'],
}

function shuffle(items: unknown[], below: (limit: number) => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = below(last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
}
