import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import type { FundedSelection } from '@pematang/contract/funding/selection/endpoints'
import type { Context } from '../src/context.ts'
import { cancelLoan, publishLoans } from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { maybe } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import type { LenderCalls } from './lender-calls.ts'
import type { Moment } from './moments.ts'
import { bringIn, type LoanLife } from './play.ts'
import { copyOf, playerOf, smallestOf } from './unsold-loans.ts'

const phone = '81234567891'
const cancelled = 'PMT-CONTOH-8'
/** Whole rupiah; the one that waits is found again by it. */
const amount = 5_500_000

type Reserving = { actor: ActorOf<'operator'>; first: BusinessDate; lives: readonly LoanLife[] }

/** The first company reserves money on a loan and does not sign, and on one whose borrower then withdraws. */
export const reservationsOfDemo = (
  context: Context,
  calls: LenderCalls,
  { actor, first, lives }: Reserving,
): Moment[] => [
  {
    daysBefore: 0,
    async happen() {
      const { open, isReserved } = await lookAround(context)
      if (!isReserved && open) await reserve(calls, open)
    },
  },
  {
    daysBefore: 0,
    async happen() {
      const like = smallestOf(lives)
      const known = await offerOf(context, cancelled)
      if (!like || known?.status === 'CANCELLED') return
      const loan = copyOf(like, cancelled, addDays(first, -1))
      if (!known) await bringIn(playerOf(context, actor), [{ loan }])
      await perform(context, publishLoans, { actor, input: { loanNumbers: [cancelled] } })
      const offered = await offerOf(context, cancelled)
      if (offered?.reserved === 0) await reserve(calls, offered)
      const reason = 'Penerima Dana menarik permohonannya'
      await perform(context, cancelLoan, { actor, input: { loanNumber: cancelled, reason } })
    },
  },
]

type Offered = { loanNumber: string; status: string; reserved: number }

/** Reads both agreements and reserves, as on the screen. */
async function reserve(calls: LenderCalls, { loanNumber }: Offered): Promise<void> {
  const company = await calls.logIn(phone)
  const lenderUserId = company.user.userId
  const made = await company.call<Record<string, string>>('/funding/agreement', {
    body: { loanNumber, lenderUserId, amount },
  })
  for (const path of Object.values(made))
    await company.call('/documents/download', { body: { document_url: path } })
  await company.prove()
  const { list } = await company.call<FundedSelection>('/funding/selection', {
    body: { loans: [{ loanNumber, amount }] },
  })
  const refused = list.find(({ refusal }) => refusal !== null)
  if (refused) throw new Error(`${loanNumber} was refused: ${refused.refusal?.message}`)
}

const offered = `
  select l.loan_number as "loanNumber", p.status, p.reserved
    from loan l join loan_position p on p.loan_id = l.id`

const offerOf = ({ db }: Context, loanNumber: string): Promise<Offered | undefined> =>
  maybe<Offered>(db, 'demo.reservations.offer', `${offered} where l.loan_number = $1`, [loanNumber])

/** The largest loan of the marketplace whose offer runs for some days, and whether the company has reserved before. */
async function lookAround({ db }: Context): Promise<{ open: Offered | undefined; isReserved: boolean }> {
  const before = await maybe(
    db,
    'demo.reservations.before',
    `select from funding f join lender l on l.id = f.lender_id join loan o on o.id = f.loan_id
      where l.phone_search = any($1) and f.amount = $2 and o.loan_number <> $3
        and not exists (select from archived_agreement g where g.funding_id = f.id)`,
    [new Lookup(phone), amount, cancelled],
  )
  const open = await maybe<Offered>(
    db,
    'demo.reservations.open',
    `${offered} where p.status = 'OFFERED' and p.alone and p.funded + p.reserved = 0
        and p.offer_from <= business_day(app_now()) and p.offer_until > business_day(app_now()) + 7
      order by p.total desc, l.loan_number limit 1`,
  )
  return { open, isReserved: before !== undefined }
}
