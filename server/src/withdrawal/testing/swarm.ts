import type { PayingBank } from '../../outside/bank/port.ts'
import type { Trouble } from '../../outside/bank/testing/paying-bank.ts'
import { cashOf } from '../../ledger/index.ts'
import { one } from '../../platform/db/database.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { generator } from '../../testing/faults.ts'
import { referenceOf, withdrawalJobs } from '../follow.ts'
import { heldWithdrawals } from './held.ts'
import { statesOf, type WithdrawalStage } from './stage.ts'

/** What goes wrong with one order in a hundred each; the other 62 go well. */
const troubles: Trouble[] = [
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
  withdrawals: number
  troubled: number
  /** How often a job died at a call to the bank. */
  deaths: number
  paid: number
  returned: number
  /** Seconds to take them from the lenders, and until each was ordered or refused. */
  heldIn: number
  orderedIn: number
}

/**
 * A swarm of withdrawals through two workers against a bank that loses, repeats, times out, fails and is late; one call in
 * fifty kills the job that makes it. Then time goes by until each has ended.
 * @throws where one was paid twice, paid and returned, or neither
 */
export async function swarmOut(
  stage: WithdrawalStage,
  { withdrawals, lenders, seed }: { withdrawals: number; lenders: number; seed: number },
): Promise<Swarm> {
  const { world, bank } = stage
  const chance = generator(seed)
  const chosen = new Map<string, Trouble>()
  bank.trouble = ({ reference }) => {
    const known = chosen.get(reference) ?? troubles[Math.floor(chance() * 100)] ?? 'none'
    chosen.set(reference, known)
    return known
  }
  let deaths = 0
  const mortal = <T>(call: () => Promise<T>): Promise<T> => {
    const fate = chance()
    if (fate >= 0.02) return call()
    deaths += 1
    const death = new Error('the process died')
    return fate < 0.01 ? Promise.reject(death) : call().then(() => Promise.reject(death))
  }
  const payers = new Map(
    [...world.context.payers].map(([method, real]) => {
      const dying: PayingBank = {
        inquire: (...asked) => mortal(() => real.inquire(...asked)),
        transfer: (...asked) => mortal(() => real.transfer(...asked)),
        status: (...asked) => mortal(() => real.status(...asked)),
        statement: (...asked) => real.statement(...asked),
      }
      return [method, dying] as const
    }),
  )

  const begun = performance.now()
  const owners = await holdAll(stage, withdrawals, lenders, chance)
  const held = performance.now()
  await work('HELD', 120)
  const ordered = performance.now()
  bank.finish()
  bank.deliverLate()
  // What the bank has never heard of by now it would not take any more.
  world.travel('30 minutes')
  await work('SENT', 120)
  world.travel(undefined)

  const states = await statesOf(world)
  let paid = 0
  for (const [id, state] of states) {
    const reference = referenceOf(id)
    const left = bank.transfers.get(reference)?.status === '00'
    if (left !== (state === 'PAID'))
      throw new Error(`${id} is ${state}, and the bank has ${left ? '' : 'not '}paid it`)
    const given = bank.orders.get(reference) ?? 0
    const most = ['token', 'busy'].includes(chosen.get(reference) ?? 'none') ? 2 : 1
    if (given > most) throw new Error(`${id} was ordered ${given} times`)
    if (left) paid += 1
  }
  for (const [lenderId, { cash, ids }] of owners) {
    const gone = ids.filter(({ id }) => states.get(id) === 'PAID').reduce((sum, { total }) => sum + total, 0)
    const { available, held: still } = await cashOf(world.context.db, lenderId)
    if (available !== cash - gone || still !== 0)
      throw new Error(`lender ${lenderId} has ${available} of ${cash - gone}`)
  }
  return {
    withdrawals: states.size,
    troubled: [...chosen.values()].filter((trouble) => trouble !== 'none').length,
    deaths,
    paid,
    returned: states.size - paid,
    heldIn: (held - begun) / 1_000,
    orderedIn: (ordered - held) / 1_000,
  }

  /** Runs two workers until no withdrawal is in this state, or in one before it. */
  async function work(state: 'HELD' | 'SENT', limitSeconds: number): Promise<void> {
    const { db, clock } = world.context
    const silent = { error: () => {}, warn: () => {} }
    const jobs = withdrawalJobs({ ...world.context, payers })
    const workers = [1, 2].map(() => startWorker(db, jobs, silent, 50))
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
      // What failed waits longer and longer; nobody here waits with it.
      await db.query({ text: 'update job set run_at = app_now() where last_error is not null' })
    }
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

type Owners = Map<number, { cash: number; ids: { id: string; total: number }[] }>

async function holdAll(
  { world }: WithdrawalStage,
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
      const { lenderId, cash, held } = await heldWithdrawals(world.context, amounts)
      owners.set(lenderId, { cash, ids: held })
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return owners
}
