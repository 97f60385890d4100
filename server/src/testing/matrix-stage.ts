import { tellLender } from '../notices/index.ts'
import { one } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type AccountWorld, type Browser, openBrowser } from './account.ts'
import { type LoggedIn, logIn } from './http.ts'
import { aProduct, offerBulk } from './bulk.ts'
import { aDraftLoan } from './loans.ts'
import { aLoan, anAgreement, fund, reserveFunding, signFunding } from './people.ts'

/** Two lenders with one of everything each, and things that nobody may see (any more). */
export type Stage = {
  me: LoggedIn
  other: LoggedIn
  /** Whoever asks without a session. */
  guest: Browser
  loan: { loanId: number; loanNumber: string }
  draft: { loanId: number; loanNumber: string }
  document: { mine: string; theirs: string }
  /** Each names a funding too: it is its id. */
  docToken: { mine: string; theirs: string }
  /** To whom each has lent. */
  borrower: { mine: number; theirs: number }
  /** Whose agreement both have still to sign. */
  waiting: { borrowerId: number }
  notice: { mine: string; theirs: string; deleted: string }
  /** Bulk products by their secure ids; the offered one is of the type `loanTypeId`. */
  product: { offered: string; draft: string; loanTypeId: number; otherTypeId: number }
  code: { mine: string; theirs: string }
}

export async function setStage(world: AccountWorld): Promise<Stage> {
  const { context, app } = world
  const [me, other] = [
    await logIn(world, app, { cash: 50_000_000, userTypeId: 3 }),
    await logIn(world, app, { cash: 50_000_000, userTypeId: 3 }),
  ]
  const loan = await aLoan(context)
  const documents: string[] = []
  const docTokens: string[] = []
  const borrowers: number[] = []
  const notices: string[] = []
  const codes: string[] = []
  for (const lender of [me, other]) {
    const wanted = { lenderId: lender.lenderId, ...loan, amount: 200_000 }
    await anAgreement(context, wanted)
    docTokens.push((await fund(context, wanted)).docToken)
    const row = await one<{ id: string }>(
      context.db,
      'test.document',
      `select id from document where lender_id = $1 and kind = 'PP'`,
      [lender.lenderId],
    )
    documents.push(`/documents/${row.id}.pdf`)
    borrowers.push(await someoneLentTo(world, lender))
    notices.push(await aNotice(world, lender.lenderId))
    const asked = await openBrowser(app).ask(lender.phone)
    codes.push(asked.json.transactionId)
  }
  const deleted = await aNotice(world, other.lenderId)
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    tx.query({ text: 'delete from notice where id = $1', values: [deleted] }),
  )
  const pair = ([mine = '', theirs = '']: string[]) => ({ mine, theirs })
  return {
    me,
    other,
    guest: openBrowser(app),
    loan,
    draft: await aDraftLoan(context),
    document: pair(documents),
    docToken: pair(docTokens),
    borrower: { mine: borrowers[0] ?? 0, theirs: borrowers[1] ?? 0 },
    waiting: { borrowerId: await borrowerOf(world, loan.loanId) },
    notice: { ...pair(notices), deleted },
    product: await products(world, me),
    code: pair(codes),
  }
}

/** @returns the borrower of a loan that this lender alone has funded and signed */
async function someoneLentTo(world: AccountWorld, { lenderId }: LoggedIn): Promise<number> {
  const loan = await aLoan(world.context)
  const { fundingId } = await reserveFunding(world.context, { lenderId, ...loan, amount: 200_000 })
  await signFunding(world.context, fundingId)
  return borrowerOf(world, loan.loanId)
}

async function borrowerOf({ context }: AccountWorld, loanId: number): Promise<number> {
  const sql = 'select borrower_id as id from loan where id = $1'
  return (await one<{ id: number }>(context.db, 'test.borrower_of', sql, [loanId])).id
}

async function aNotice({ context }: AccountWorld, lenderId: number): Promise<string> {
  const id = context.random.uuid()
  const data = { loanNumber: 'T-1', amount: 1 }
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    tellLender(tx, { lenderId, id }, 'FUNDING_EXPIRED', data),
  )
  return id
}

/** A bulk product that is offered, to me, and one that is not. */
async function products({ context }: AccountWorld, me: LoggedIn): Promise<Stage['product']> {
  await offerBulk(context, me.lenderId)
  const offered = await aProduct(context, [1_000_000])
  const draft = await aProduct(context, [1_000_000], { loanType: 'Pertanian', draft: true })
  return {
    offered: offered.uploadId,
    draft: draft.uploadId,
    loanTypeId: offered.loanTypeId,
    otherTypeId: draft.loanTypeId,
  }
}
