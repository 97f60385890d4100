import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { automaticAmount, mandatePerLoan } from '../../model/automatic.ts'
import { fundAtOnce } from '../../model/bulk.ts'
import { patience, untilUp } from '../doors/insist.ts'
import { fundBulk, offerBulk } from './bulk.ts'
import type { Island } from './island.ts'
import { enterOffer, importLoan } from './offers.ts'
import { Breach, Late, type Of } from './operation.ts'

type Operation = Of<'auto-round'>

/** Far more than strategies place in a run: only the mandate's ceiling for one loan is met. */
const mandateBudget = 1_000_000_000_000

/**
 * Lets a new strategy take part in the round that follows the publication of a new loan. A bulk funding of the same
 * borrower may wait meanwhile: a lock on its loan stands for whatever delays it.
 */
export async function holdRound(island: Island, operation: Operation): Promise<void> {
  const { lender, loan, bulk, minimum, terms } = operation
  await island.untilFree(lender)
  await ensureMandate(island, operation)
  if (bulk === null) return fundAutomatically(island, operation)
  const product = `${loan}-B`
  const inBulk = { loan: `${product}-0`, total: bulk }
  await offerBulk(island, { verb: 'offer-bulk', product, loans: [inBulk], minimum, terms }, loan)
  const unlock = await lockLoan(island, inBulk.loan)
  const asked = { lender, product, key: `${loan}-bulk`, extra: 0, isChecked: true }
  const meanwhile = () => fundAutomatically(island, operation, { waiting: bulk, unlock })
  await fundBulk(island, { verb: 'fund-bulk', ...asked }, meanwhile).finally(unlock)
}

async function ensureMandate(island: Island, operation: Operation): Promise<void> {
  const door = island.door(operation.lender)
  await until(island, operation, 'a mandate in force', async () => {
    const { body } = await door.mandate()
    if (body['inForce'] === null && body['waiting'] === null)
      await door.grantMandate(mandatePerLoan, mandateBudget)
    return body['inForce'] !== null
  })
}

/** @param waiting what is held for a bulk funding with the same borrower, until `unlock` is called */
async function fundAutomatically(
  island: Island,
  operation: Operation,
  { waiting = 0, unlock = async () => {} }: { waiting?: number; unlock?: () => Promise<void> } = {},
): Promise<void> {
  const { lender, loan, grade, total, minimum, terms, strategy } = operation
  const door = island.door(lender)
  const model = automaticAmount(island.books, { ...operation, waiting })
  await door.checkPassword()
  island.checked.delete(lender)
  const { perLoan, ...limits } = strategy
  const made = await door.createStrategy(grade, { perLoan: { kind: 'FIXED', amount: perLoan }, ...limits })
  const { strategyId } = made.body
  if (made.status !== 200) throw new Breach('a strategy could not be made', made, operation)
  await importLoan(island, operation, ['--publish'], { grade })
  enterOffer(island, loan, { total, minimum, terms })
  const run = async (): Promise<Run | null> => {
    const { body } = await door.strategies()
    const mine = (body['list'] as { strategyId: unknown; lastRun: Run | null }[]).find(
      (one) => one.strategyId === strategyId,
    )
    return mine?.lastRun ?? null
  }
  await until(island, operation, 'a round', async () => {
    const { funded = 0, pending = 0, notFunded = 0 } = (await run()) ?? {}
    return funded + pending + notFunded > 0
  })
  await unlock()
  await until(island, operation, 'the end of a round', async () => (await run())?.pending === 0)
  await door.endStrategy(strategyId)
  const found = await fundingsOf(island, operation)
  island.scenario.acknowledge({ operation, found })
  const system = found.map(({ amount, state }) => `${amount} ${state}`).join()
  if (system !== (model === 0 ? '' : `${model} SETTLED`))
    throw new Breach('a strategy funded otherwise', { model, found, waiting }, operation)
  for (const { id, amount } of found) {
    fundAtOnce(island.books, id, { lender, loan, amount })
    island.books.enter(lender, 'Funding Success')
  }
}

type Run = { funded: number; pending: number; notFunded: number }
type Row = { id: string; amount: number; state: string }

/** The fundings of a loan by a lender, once none waits for its signature. */
async function fundingsOf(island: Island, operation: Operation): Promise<Row[]> {
  const { scenario } = island
  const read = () =>
    scenario.db().query<Row>({
      text: `select f.id::text, f.amount, f.state from funding f join loan l on l.id = f.loan_id
               join lender o on o.id = f.lender_id where l.loan_number = $1 and o.phone = $2`,
      values: [operation.loan, operation.lender],
    })
  let rows: Row[] = []
  await until(island, operation, 'the signature of an automatic funding', async () => {
    rows = (await untilUp(scenario.system, read)).rows
    return rows.every(({ state }) => state !== 'WAITING')
  })
  return rows
}

async function until(
  { scenario }: Island,
  operation: Operation,
  what: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (const limit = Date.now() + patience.backgroundMs; !(await isDone()); ) {
    if (Date.now() > limit || scenario.system.isClosed)
      throw new Late(`${what} did not come in time`, null, operation)
    await sleep(100)
  }
}

/**
 * Locks the position of a loan.
 * @returns what unlocks it, more than once too
 */
async function lockLoan({ scenario }: Island, loan: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: scenario.system.place.databaseUrl })
  // A backend that is killed ends the lock earlier.
  client.on('error', () => {})
  await untilUp(scenario.system, async () => {
    await client.connect()
  })
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  await client.query(
    'select from loan_position p where p.loan_id = (select id from loan where loan_number = $1) for update',
    [loan],
  )
  return () => client.end().catch(() => {})
}
