import type { Difference } from './difference.ts'
import { untilUp } from '../doors/insist.ts'
import { summaryOf } from '../../model/dashboard.ts'
import type { Island, Scenario } from './island.ts'
import { Breach } from './operation.ts'
import { type Digest, digestIn, digestOf, type Retired } from './retired.ts'
import { comparePrices } from './prices.ts'
import { compareNotices, compareScreens } from './screens.ts'
import { allRows, type Kind, keysOf, kinds, type Row, rowsOf, someRows } from './rows.ts'
import { compareWaiting } from './waiting.ts'

/**
 * Compares the books of the system with the model, row by row, while nothing is in progress, and the sum of what belongs
 * to no lender. What the model has forgotten is compared by its digest.
 * @throws Breach
 */
export async function compareAll(
  scenario: Scenario,
  islands: readonly Island[],
  retired: Retired,
): Promise<void> {
  const found = [
    ...(await compareCash(scenario, islands)),
    ...(await compareSuspense(scenario, islands)),
    ...(await compareStatements(scenario)),
  ]
  for (const kind of kinds) {
    const live = islands.flatMap(({ books }) => rowsOf[kind](books))
    if (isSame(sumOf(retired.digest(kind), digestOf(live)), await digestAt(scenario, kind))) continue
    found.push(...differ(kind, [...retired.rows(kind), ...live], await rows(scenario, allRows(kind))))
  }
  for (const island of islands)
    found.push(...(await compareSummaries(island)), ...(await comparePrices(island)))
  found.push(...(await compareScreens(islands)), ...(await compareNotices(scenario, islands)))
  found.push(...(await compareWaiting(scenario, islands)))
  report(found)
}

/**
 * Compares what operations of one island can change, while the others work: its lenders' cash, its loans, fundings and
 * withdrawals, and its lenders' screens.
 * @throws Breach
 */
export async function compareIsland(island: Island): Promise<void> {
  const { scenario } = island
  const found = await compareCash(scenario, [island])
  for (const kind of kinds) {
    const keys = keysOf[kind](island.books)
    const system = keys.length === 0 ? [] : await rows(scenario, someRows(kind), [keys])
    found.push(...differ(kind, rowsOf[kind](island.books), system))
  }
  report([...found, ...(await compareSummaries(island))])
}

/**
 * Checks that everything of an island that waits has a job, before its end is waited for.
 * @throws Breach
 */
export const checkWaiting = async (island: Island): Promise<void> =>
  report(await compareWaiting(island.scenario, [island]))

function report(differences: readonly Difference[]): void {
  if (differences.length === 0) return
  throw new Breach(`${differences.length} figures differ from the model`, differences.slice(0, 8))
}

const isSame = (one: Digest, other: Digest): boolean => one.count === other.count && one.sum === other.sum

const sumOf = (one: Digest, other: Digest): Digest => ({
  count: one.count + other.count,
  sum: one.sum + other.sum,
})

function differ(of: string, expected: readonly Row[], read: readonly Row[]): Difference[] {
  const [model, system] = [new Map(expected), new Map(read)]
  const names = new Set([...model.keys(), ...system.keys()])
  return [...names]
    .filter((name) => model.get(name) !== system.get(name))
    .map((name) => ({ of: `${of} ${name}`, model: model.get(name), system: system.get(name) }))
}

async function rows(scenario: Scenario, text: string, values: unknown[] = []): Promise<Row[]> {
  const read = await untilUp(scenario.system, () =>
    scenario.db().query<{ name: string; value: string }>({ text, values }),
  )
  return read.rows.map(({ name, value }) => [name, value])
}

async function digestAt(scenario: Scenario, kind: Kind): Promise<Digest> {
  const text = digestIn(allRows(kind))
  const read = await untilUp(scenario.system, () =>
    scenario.db().query<{ count: number; sum: string }>({ text }),
  )
  const [{ count, sum } = { count: 0, sum: '0' }] = read.rows
  return { count, sum: BigInt(sum) }
}

async function compareCash(scenario: Scenario, islands: readonly Island[]): Promise<Difference[]> {
  const model = islands.flatMap(({ books }) =>
    [...books.lenders].flatMap(([name, { balance, held, additional }]): Row[] => [
      [name, `${balance} ${held}`],
      ...(additional ? [[`${name} additional`, `${additional.balance} ${additional.held}`] as const] : []),
    ]),
  )
  const phones = islands.flatMap(({ books }) => [...books.lenders.keys()])
  const system = await rows(
    scenario,
    `select l.phone || case a.kind when 'LENDER_CASH' then '' else ' additional' end as name, a.balance || ' ' || a.held as value
       from account a join lender l on l.id = a.owner_id
      where a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL') and l.phone = any($1)`,
    [phones],
  )
  return differ('cash and holds of', model, system)
}

async function compareSuspense(scenario: Scenario, islands: readonly Island[]): Promise<Difference[]> {
  const system = await rows(
    scenario,
    `select 'suspense' as name, coalesce(sum(case when a.id = t.credit_account then t.amount else -t.amount end), 0)::text as value
       from account a join transfer t on a.id in (t.credit_account, t.debit_account) where a.kind = 'SUSPENSE'`,
  )
  const inModel = islands.reduce((sum, { books }) => sum + books.suspense, 0)
  return differ('sum in', [['suspense', String(inModel)]], system)
}

/**
 * Nothing but withdrawals is reported to differ from the statements of the banks, which list each movement once, if the
 * product has compared all that moved under its reference.
 */
async function compareStatements(scenario: Scenario): Promise<Difference[]> {
  const read = await untilUp(scenario.system, () =>
    scenario.db().query<{ name: string; value: string; reference: string; compared: string }>({
      text: `select (select coalesce(min(day)::text, '') from (
                       select max(day) as day from bank_reconciliation group by method_payment) newest) as compared,
                    d.kind || ' of ' || d.subject as name, coalesce(l.bank_reference, split_part(d.subject, ':', 2)) as reference,
                    'ours ' || coalesce(d.ours::text, '-') || ', theirs ' || coalesce(d.theirs::text, '-') as value
               from bank_difference d left join bank_line l on d.subject = 'line:' || l.id
              where d.ended_at is null and d.subject not like 'withdrawal:%'`,
    }),
  )
  const found = read.rows.filter(({ reference, compared }) => !scenario.bankLines.isOpen(reference, compared))
  return differ(
    'reconciliation:',
    [],
    found.map(({ name, value, reference }) => [name, `${value} under ${reference}`]),
  )
}

async function compareSummaries(island: Island): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [name, door] of island.lenders) {
    const { body } = await door.summary()
    for (const [figure, model] of Object.entries(summaryOf(island.books, name))) {
      const system = body[figure]
      if (system !== model) found.push({ of: `${figure} on the screen of ${name}`, model, system })
    }
  }
  return found
}
