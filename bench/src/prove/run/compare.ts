import type { Database } from '../../../../server/src/platform/db/database.ts'
import { summaryOf } from '../model/dashboard.ts'
import type { Island } from './island.ts'
import { Breach } from './operation.ts'

type Difference = { of: string; model: unknown; system: unknown }

/**
 * Compares the books of the system with the model, row by row, while nothing is in progress.
 * @throws Breach
 */
export async function compare(db: Database, islands: readonly Island[]): Promise<void> {
  const differences = [
    ...(await compareCash(db, islands)),
    ...(await compareLoans(db, islands)),
    ...(await compareStates(db, islands)),
    ...(await comparePayments(db, islands)),
    ...(await compareSummaries(islands)),
  ]
  if (differences.length > 0)
    throw new Breach(`${differences.length} figures differ from the model`, differences.slice(0, 8))
}

/** The differences between the figures of the model and the system, by name. */
function differ(of: string, model: Map<string, string>, system: Map<string, string>): Difference[] {
  const names = new Set([...model.keys(), ...system.keys()])
  return [...names]
    .filter((name) => model.get(name) !== system.get(name))
    .map((name) => ({ of: `${of} ${name}`, model: model.get(name), system: system.get(name) }))
}

const table = (rows: { name: string; value: string }[]): Map<string, string> =>
  new Map(rows.map(({ name, value }) => [name, value]))

const ask = async (db: Database, text: string, values: unknown[] = []): Promise<Map<string, string>> =>
  table((await db.query<{ name: string; value: string }>({ text, values })).rows)

async function compareCash(db: Database, islands: readonly Island[]): Promise<Difference[]> {
  const model = new Map(
    islands.flatMap(({ books }) =>
      [...books.lenders].map(([name, { balance, held }]): [string, string] => [name, `${balance} ${held}`]),
    ),
  )
  const system = await ask(
    db,
    `select l.phone as name, a.balance || ' ' || a.held as value
       from account a join lender l on l.id = a.owner_id where a.kind = 'LENDER_CASH'`,
  )
  const suspense = await ask(
    db,
    `select 'suspense' as name, coalesce(sum(case when a.id = t.credit_account then t.amount else -t.amount end), 0)::text as value
       from account a join transfer t on a.id in (t.credit_account, t.debit_account) where a.kind = 'SUSPENSE'`,
  )
  const inModel = islands.reduce((sum, { books }) => sum + books.suspense, 0)
  return [
    ...differ('cash and holds of', model, system),
    ...differ('sum in', new Map([['suspense', String(inModel)]]), suspense),
  ]
}

async function compareLoans(db: Database, islands: readonly Island[]): Promise<Difference[]> {
  const model = new Map(
    islands.flatMap(({ books }) =>
      [...books.loans].map(([number, { state, funded, reserved }]): [string, string] => [
        number,
        `${state} ${funded} ${reserved}`,
      ]),
    ),
  )
  const system = await ask(
    db,
    `select l.loan_number as name, p.status || ' ' || p.funded || ' ' || p.reserved as value
       from loan l join loan_position p on p.loan_id = l.id`,
  )
  return differ('state, funded and reserved of', model, system)
}

async function compareStates(db: Database, islands: readonly Island[]): Promise<Difference[]> {
  const fundings = new Map(
    islands.flatMap(({ books }) =>
      [...books.fundings].map(([id, { lender, loan, amount, state }]): [string, string] => [
        id,
        `${lender} ${loan} ${amount} ${state}`,
      ]),
    ),
  )
  const withdrawals = new Map(
    islands.flatMap(({ books }) =>
      [...books.withdrawals].map(([id, { lender, sent, fee, state }]): [string, string] => [
        id,
        `${lender} ${sent} ${fee} ${state === 'LOST' ? 'UNDER_WAY' : state}`,
      ]),
    ),
  )
  return [
    ...differ(
      'funding',
      fundings,
      await ask(
        db,
        `select f.id::text as name, l.phone || ' ' || n.loan_number || ' ' || f.amount || ' ' || f.state as value
           from funding f join lender l on l.id = f.lender_id join loan n on n.id = f.loan_id`,
      ),
    ),
    ...differ(
      'withdrawal',
      withdrawals,
      await ask(
        db,
        `select w.id::text as name, l.phone || ' ' || w.amount || ' ' || w.fee || ' ' ||
                case when w.state in ('HELD', 'SENT') then 'UNDER_WAY' else w.state end as value
           from withdrawal w join lender l on l.id = w.lender_id`,
      ),
    ),
  ]
}

/**
 * Compares how each payment of a borrower was allocated, unless it was reversed, and what is paid of each installment.
 */
async function comparePayments(db: Database, islands: readonly Island[]): Promise<Difference[]> {
  const serviced = islands.flatMap(({ books }) =>
    [...books.loans].flatMap(([number, { servicing }]) => (servicing ? [{ number, servicing }] : [])),
  )
  const installments = new Map(
    serviced.flatMap(({ number, servicing }) =>
      servicing.installments
        .filter(({ isReplaced }) => !isReplaced)
        .map((one, place): [string, string] => [
          `${number} ${place + 1}`,
          [
            ...[one.dueDate, one.principal, one.interest],
            ...[one.principalPaid, one.interestPaid, one.penaltyPaid],
          ].join(' '),
        ]),
    ),
  )
  const system = await ask(
    db,
    `select l.loan_number || ' ' || row_number() over (partition by l.id order by i.no) as name, i.due_date || ' ' || i.principal || ' ' || i.interest || ' ' ||
            i.principal_paid || ' ' || i.interest_paid || ' ' || i.penalty_paid as value
       from installment i join loan l on l.id = i.loan_id where i.superseded_on is null`,
  )
  return differ('installment', installments, system)
}

/** Compares the figures that the screens show to the lenders. */
async function compareSummaries(islands: readonly Island[]): Promise<Difference[]> {
  const found: Difference[] = []
  for (const island of islands) {
    for (const [name, door] of island.lenders) {
      const { body } = await door.summary()
      for (const [figure, model] of Object.entries(summaryOf(island.books, name))) {
        const system = body[figure]
        if (system !== model) found.push({ of: `${figure} on the screen of ${name}`, model, system })
      }
    }
  }
  return found
}
