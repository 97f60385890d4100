import { notifyLender } from '../src/lenders/index.ts'
import { one } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { type AccountFixture, type Browser, openBrowser } from './account.ts'
import { givePassword, type LoggedIn, logIn } from './http.ts'
import { aProduct, offerBulk } from './bulk.ts'
import { aDraftLoan } from './loans.ts'
import { strategyBody } from './strategy-body.ts'
import { aLoan, anAgreement, fund, reserveFunding, signFunding } from './people.ts'

/** Two lenders, each with one of everything, and records that no lender may see, or may see any longer. */
export type Stage = {
  me: LoggedIn
  other: LoggedIn
  /** A browser without a session. */
  guest: Browser
  loan: { loanId: number; loanNumber: string }
  draft: { loanId: number; loanNumber: string }
  document: { mine: string; theirs: string }
  /** Each token also identifies a funding, because it is the funding's id. */
  docToken: { mine: string; theirs: string }
  /** The borrowers that each lender has lent to. */
  borrower: { mine: number; theirs: number }
  /** The borrower of a loan whose agreement both lenders still have to sign. */
  waiting: { borrowerId: number }
  notice: { mine: string; theirs: string; deleted: string }
  session: { theirs: string }
  accountRequest: { theirs: string }
  /** Bulk products by their secure ids; the offered one is of the type `loanTypeId`. */
  product: { offered: string; draft: string; loanTypeId: number; otherTypeId: number }
  code: { mine: string; theirs: string }
  /** Cursors of the marketplace, sorted by the newest with pages of one loan. */
  cursor: { mine: string; theirs: string }
  savedSearch: { mine: string; theirs: string }
  selection: { mine: string; theirs: string }
  strategy: { mine: string; theirs: string }
}

export async function setStage(fixture: AccountFixture): Promise<Stage> {
  const { context, app } = fixture
  const [me, other] = [
    await logIn(fixture, app, { cash: 50_000_000, userTypeId: 3 }),
    await logIn(fixture, app, { cash: 50_000_000, userTypeId: 3 }),
  ]
  const loan = await aLoan(context)
  const documents: string[] = []
  const docTokens: string[] = []
  const borrowers: number[] = []
  const notices: string[] = []
  const codes: string[] = []
  const selections: string[] = []
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
    borrowers.push(await someoneLentTo(fixture, lender))
    notices.push(await aNotice(fixture, lender.lenderId))
    const asked = await openBrowser(app).ask(lender.phone)
    codes.push(asked.json.transactionId)
    selections.push(await aSelection(fixture, lender))
  }
  const deleted = await aNotice(fixture, other.lenderId)
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
    waiting: { borrowerId: await borrowerOf(fixture, loan.loanId) },
    notice: { ...pair(notices), deleted },
    session: { theirs: (await other.get('/auth/sessions')).json.list[0].id },
    accountRequest: { theirs: await anAccountRequest(other) },
    product: await products(fixture, me),
    code: pair(codes),
    cursor: { mine: await aCursor(me), theirs: await aCursor(other) },
    savedSearch: { mine: await aSavedSearch(me), theirs: await aSavedSearch(other) },
    selection: pair(selections),
    strategy: { mine: await aStrategy(me), theirs: await aStrategy(other) },
  }
}

const aCursor = async (lender: LoggedIn): Promise<string> =>
  (await lender.get('/marketplace?sort=newest&limit=1')).json.nextCursor

const aSavedSearch = async (lender: LoggedIn): Promise<string> =>
  (await lender.post('/saved-searches', { name: 'Tenor pendek', filters: { tenorTo: '6' } })).json
    .savedSearchId

const aStrategy = async (lender: LoggedIn): Promise<string> =>
  (await lender.post('/auto-funding/strategies', strategyBody)).json.strategyId

async function anAccountRequest(lender: LoggedIn): Promise<string> {
  await givePassword(lender)
  const asked = { bankCode: '014', accountNumber: '7700000123', accountName: 'Pemberi Dana' }
  return (await lender.post('/lender/bank-account/request', asked)).json.request.id
}

/** @returns the borrower of a loan that only this lender has funded and signed */
async function someoneLentTo(fixture: AccountFixture, { lenderId }: LoggedIn): Promise<number> {
  const loan = await aLoan(fixture.context)
  const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 200_000 })
  await signFunding(fixture.context, fundingId)
  return borrowerOf(fixture, loan.loanId)
}

async function borrowerOf({ context }: AccountFixture, loanId: number): Promise<number> {
  const sql = 'select borrower_id as id from loan where id = $1'
  return (await one<{ id: number }>(context.db, 'test.borrower_of', sql, [loanId])).id
}

async function aNotice({ context }: AccountFixture, lenderId: number): Promise<string> {
  const id = context.random.uuid()
  const data = { loanNumber: 'T-1', amount: 1 }
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    notifyLender(tx, { lenderId, id }, 'FUNDING_EXPIRED', data),
  )
  return id
}

async function aSelection({ context }: AccountFixture, lender: LoggedIn): Promise<string> {
  const { loanNumber } = await aLoan(context)
  const chosen = { loanNumber, amount: 200_000 }
  await anAgreement(context, { lenderId: lender.lenderId, ...chosen })
  return (await lender.pay('/funding/selection', { loans: [chosen] })).json.selectionId
}

async function products({ context }: AccountFixture, me: LoggedIn): Promise<Stage['product']> {
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
