import type { PayingBank } from '../src/outside/bank/port.ts'
import type { Trouble } from '../src/outside/bank/testing/paying-bank.ts'
import { cashOf } from '../src/books/index.ts'
import { one } from '../src/platform/db/database.ts'
import { jobQueues } from '../src/main/testing.ts'
import { startWorker } from '../src/platform/jobs/worker.ts'
import { generator } from './faults.ts'
import { referenceOf, withdrawalJobs } from '../src/cash/testing.ts'
import { heldWithdrawals } from './held-withdrawal.ts'
import { statesOf, type WithdrawalScenario } from './withdrawal-scenario.ts'

/** Faults of 38 orders in a hundred; the other 62 succeed. */
const faults: Trouble[] = [
  ...Array<Trouble>(4).fill('lose'),
  ...Array<Trouble>(4).fill('lose-paid'),
  ...Array<Trouble>(3).fill('hang'),
  ...Array<Trouble>(3).fill('hang-paid'),
  ...Array<Trouble>(4).fill('error'),
  ...Array<Trouble>(4).fill('error-paid'),
  ...Array<Trouble>(3).fill('late'),
  ...Array<Trouble>(3).fill('refuse'),
  ...Array<Trouble>(2).fill('pending-paid'),
  ...Array<Trouble>(2).fill('pending-failed'),
  ...Array<Trouble>(2).fill('doubled'),
  ...Array<Trouble>(2).fill('nonsense-paid'),
  'token',
  'busy',
]

export type Swarm = {
  faulty: number
  /** How often a job crashed at a call to the bank. */
  crashes: number
  paid: number
  returned: number
}

/**
 * Runs many withdrawals through two workers against a bank that loses, repeats, times out, fails and answers late; one
 * call in fifty crashes its job. Then time passes until each withdrawal has ended.
 * @throws when one was paid twice, both paid and returned, or neither
 */
export async function runWithdrawalSwarm(
  scenario: WithdrawalScenario,
  { withdrawals, lenders, seed }: { withdrawals: number; lenders: number; seed: number },
): Promise<Swarm> {
  const { fixture, bank } = scenario
  const chance = generator(seed)
  const chosen = new Map<string, Trouble>()
  bank.trouble = ({ reference }) => {
    const known = chosen.get(reference) ?? faults[Math.floor(chance() * 100)] ?? 'none'
    chosen.set(reference, known)
    return known
  }
  let crashes = 0
  const crashing = <T>(call: () => Promise<T>): Promise<T> => {
    const draw = chance()
    if (draw >= 0.02) return call()
    crashes += 1
    const crash = new Error('simulated crash')
    return draw < 0.01 ? Promise.reject(crash) : call().then(() => Promise.reject(crash))
  }
  const payers = new Map(
    [...fixture.context.payers].map(([method, real]) => {
      const faulty: PayingBank = {
        inquire: (...asked) => crashing(() => real.inquire(...asked)),
        transfer: (...asked) => crashing(() => real.transfer(...asked)),
        status: (...asked) => crashing(() => real.status(...asked)),
        statement: (...asked) => real.statement(...asked),
      }
      return [method, faulty] as const
    }),
  )

  const owners = await holdAll(scenario, withdrawals, lenders, chance)
  await work('HELD', 120)
  bank.finish()
  bank.deliverLate()
  // An order that the bank has not received by now would be rejected as too old.
  fixture.travel('30 minutes')
  await work('SENT', 120)
  fixture.travel(undefined)

  const states = await statesOf(fixture)
  let paid = 0
  for (const [id, state] of states) {
    const reference = referenceOf(id)
    const left = bank.transfers.get(reference)?.status === '00'
    if (left !== (state === 'PAID'))
      throw new Error(`${id} is ${state}, and the bank has ${left ? '' : 'not '}paid it`)
    const given = bank.orders.get(reference) ?? 0
    const maxOrders = ['token', 'busy'].includes(chosen.get(reference) ?? 'none') ? 2 : 1
    if (given > maxOrders) throw new Error(`${id} was ordered ${given} times`)
    if (left) paid += 1
  }
  for (const [lenderId, { cash, ids }] of owners) {
    const gone = ids.filter(({ id }) => states.get(id) === 'PAID').reduce((sum, { total }) => sum + total, 0)
    const { available, held: still } = await cashOf(fixture.context.db, lenderId)
    if (available !== cash - gone || still !== 0)
      throw new Error(`lender ${lenderId} has ${available} of ${cash - gone}`)
  }
  return {
    faulty: [...chosen.values()].filter((trouble) => trouble !== 'none').length,
    crashes,
    paid,
    returned: states.size - paid,
  }

  /** Runs two workers until no withdrawal is in this state or an earlier one. */
  async function work(state: 'HELD' | 'SENT', limitSeconds: number): Promise<void> {
    const { db, clock } = fixture.context
    const silent = { error: () => {}, warn: () => {} }
    const jobs = withdrawalJobs({ ...fixture.context, payers })
    const workers = [1, 2].map(() => startWorker(db, jobQueues, jobs, silent, 50))
    const limit = Date.now() + limitSeconds * 1_000 + withdrawals * 100
    for (let open = 1; open > 0; ) {
      if (Date.now() > limit) throw new Error(`${open} withdrawals are still ${state}`)
      await clock.sleep(500)
      const row = await one<{ open: number }>(
        db,
        'test.still_open',
        `select count(*) as open from withdrawal where state = any($1)`,
        [state === 'HELD' ? ['HELD'] : ['HELD', 'SENT']],
      )
      open = row.open
      // Makes failed jobs due at once, to skip their backoff.
      await db.query({ text: 'update job set run_at = app_now() where last_error is not null' })
    }
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

type Owners = Map<number, { cash: number; ids: { id: string; total: number }[] }>

async function holdAll(
  { fixture }: WithdrawalScenario,
  withdrawals: number,
  lenders: number,
  chance: () => number,
): Promise<Owners> {
  const owners: Owners = new Map()
  const each = Math.ceil(withdrawals / lenders)
  const left = Array.from({ length: lenders }, (_, n) => Math.min(each, withdrawals - n * each)).filter(
    (n) => n > 0,
  )
  const one = async () => {
    for (let count = left.pop(); count !== undefined; count = left.pop()) {
      const amounts = Array.from({ length: count }, () => 100_000 + Math.floor(chance() * 1_000_000))
      const { lenderId, cash, held } = await heldWithdrawals(fixture.context, amounts)
      owners.set(lenderId, { cash, ids: held })
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return owners
}
