import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, patience, untilUp } from '../doors/insist.ts'
import { sumOf } from '../../model/arithmetic.ts'
import { endBulk, fundAtOnce, judgeBulk, openOf } from '../../model/bulk.ts'
import type { Island } from './island.ts'
import { cancel, enterOffer, knowLoan, writeLoans } from './offers.ts'
import { operate } from './operate.ts'
import { Breach, Late, type Of } from './operation.ts'

/** Offers several loans as one product, and each by itself too. */
export async function offerBulk(
  island: Island,
  operation: Of<'offer-bulk'>,
  borrower?: string,
): Promise<void> {
  const { product, loans, minimum, terms } = operation
  const file = writeLoans(
    island,
    product,
    loans.map((one) => ({ ...one, minimum, terms, ...(borrower !== undefined && { borrower }) })),
  )
  const named = ['--number', product, '--partner', 'Koperasi Uji']
  for (const args of [
    ['products', 'upload', file, ...named],
    ['products', 'publish', product, '--also-alone'],
  ]) {
    const { reply } = await operate(island, args)
    island.scenario.acknowledge({ operation, reply: reply.said })
    // If an interrupted attempt already made it, the next attempt is refused; whether it is there shows below.
  }
  const { rows } = await untilUp(island.scenario.system, () =>
    island.scenario.db().query<{ uploadId: string; loanTypeId: string }>({
      text: `select secure_id as "uploadId", loan_type_id::text as "loanTypeId" from bulk_product
              where number = $1 and status = 'OFFERED'`,
      values: [product],
    }),
  )
  if (!rows[0]) throw new Breach('a product could not be offered', null, operation)
  island.products.set(product, rows[0])
  for (const { loan, total } of loans) {
    await knowLoan(island, loan)
    enterOffer(island, loan, { total, minimum, terms })
  }
  island.books.products.set(product, { loans: loans.map(({ loan }) => loan), fundings: new Map() })
}

/**
 * Funds all that is open of a product, once for a lender.
 * @param meanwhile what is done while the fundings wait
 */
export async function fundBulk(
  island: Island,
  operation: Of<'fund-bulk'>,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const { lender, key, extra } = operation
  const product = island.books.products.get(operation.product)
  const names = island.products.get(operation.product)
  if (!product || !names) return
  for (const loan of product.loans) await island.untilFree(lender, loan)
  if (operation.cancelled !== undefined) await island.untilEnded(operation.cancelled)
  const door = island.door(lender)
  const open = openOf(island.books, product)
  checkPreview(operation, open, await door.previewBulk(names.uploadId))
  if (operation.isChecked) {
    const checked = await door.checkPassword()
    if (checked.status !== 200) throw new Breach('a right password was not taken', checked, operation)
    island.checked.add(lender)
  }
  const total = Math.max(1, sumOf(open.map(({ amount }) => amount)) + extra)
  const answer = await door.fundBulk({ ...names, total }, { key })
  island.scenario.acknowledge({ operation, answer })
  island.undecided.delete(lender)
  if (answer.body['code'] === 'PASSWORD_CHECK_REQUIRED') island.undecided.set(lender, key)
  else
    island.asked.set(key, {
      ...{ kind: 'bulk', lender, loan: '', amount: total, ownAccount: true, answer, made: null },
      product: operation.product,
    })
  const number = answer.body['bulkFundingNumber']
  const before = product.fundings.get(lender)
  if (before !== undefined) {
    if (number !== before) throw new Breach('a product was funded twice by a lender', answer, operation)
    return
  }
  const verdict = judgeBulk(island.books, {
    ...{ lender, product, total },
    isChecked: island.checked.has(lender),
  })
  if (!island.check(operation, verdict, answer)) return
  island.checked.delete(lender)
  product.fundings.set(lender, String(number))
  await meanwhile()
  await followBulk(island, operation, { number: String(number), open })
}

function checkPreview(
  operation: Of<'fund-bulk'>,
  open: readonly { loan: string; amount: number }[],
  { body }: Answer,
): void {
  const model = open.map(({ loan, amount }) => ({ loan_number: loan, amount }))
  if (JSON.stringify(body['list']) !== JSON.stringify(model))
    throw new Breach('a product was shown with other loans', { model, body }, operation)
}

type Row = { id: string; loan: string; state: string; reason: string | null }

/** Waits for the end of a bulk funding. Only a loan that is cancelled meanwhile may be refused. */
async function followBulk(
  island: Island,
  operation: Of<'fund-bulk'>,
  { number, open }: { number: string; open: readonly { loan: string; amount: number }[] },
): Promise<void> {
  const { lender, cancelled } = operation
  const { books } = island
  if (cancelled !== undefined) await operate(island, ['loans', 'cancel', cancelled])
  const ends = await endsOf(island, operation, number)
  const funded = open.filter(({ loan, amount }) => {
    const { id, state, reason } = ends.find((one) => one.loan === loan) ?? {}
    if (id !== undefined && state === 'FUNDED') fundAtOnce(books, id, { lender, loan, amount })
    else if (state !== 'REFUSED' || reason !== 'CLOSED' || loan !== cancelled)
      throw new Breach('a loan of a bulk funding ended against the rules', { loan, state, reason }, operation)
    return state === 'FUNDED'
  })
  endBulk(books, lender, funded.length)
  // It is cancelled already; that is answered as before, and the model learns of it.
  if (cancelled !== undefined) {
    books.cancel(cancelled)
    await cancel(island, { verb: 'cancel', loan: cancelled })
  }
}

async function endsOf(island: Island, operation: Of<'fund-bulk'>, number: string): Promise<Row[]> {
  const { scenario } = island
  for (const until = Date.now() + patience.backgroundMs; ; ) {
    const { rows } = await untilUp(scenario.system, () =>
      scenario.db().query<Row & { hasEnded: boolean }>({
        text: `select o.funding_id::text as id, l.loan_number as loan, o.state, o.reason, b.ended_at is not null as "hasEnded"
                 from bulk_funding b join bulk_funding_loan o on o.lender_id = b.lender_id and o.bulk_id = b.id
                 join loan l on l.id = o.loan_id where b.number = $1`,
        values: [number],
      }),
    )
    if (rows[0]?.hasEnded) return rows
    if (Date.now() > until || scenario.system.isClosed)
      throw new Late('a bulk funding did not end in time', rows, operation)
    await sleep(50)
  }
}
