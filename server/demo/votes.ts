import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import { type CallVote, callVote, withdrawVote } from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many } from '../src/platform/db/database.ts'
import { archived } from './archive.ts'

/** After the fourteen days of a vote, so that its terms can begin once it has passed. */
const daysToTerms = 15

/**
 * Calls votes on two late loans of a lender, of which the first was taken back, if nobody was called to vote yet. The
 * other one runs. Loans of `spared` are left out, whose first screen is not to begin with notices.
 */
export async function callVotesOfDemo(
  context: Context,
  actor: ActorOf<'operator'>,
  { lenderId, spared }: { lenderId: number; spared: number },
): Promise<void> {
  const loans = await many<{ loanNumber: string; today: BusinessDate }>(
    context.db,
    'demo.votable',
    `select l.loan_number as "loanNumber", business_day(app_now()) as today
       from funding f join loan l on l.id = f.loan_id join loan_position p on p.loan_id = l.id
       join repayment_record r on r.loan_id = l.id
      where f.lender_id = $1 and f.state = 'SETTLED' and p.status = 'ACTIVE' and r.oldest_due < business_day(app_now())
        and not exists (select from loan_vote w where w.consent_reference like 'ARSIP/PERSETUJUAN/%')
        and not exists (select from loan_vote w where w.loan_id = l.id)
        and not exists (select from funding o where o.loan_id = l.id and o.lender_id = $2)
      order by r.oldest_due, l.loan_number limit 2`,
    [lenderId, spared],
  )
  for (const [place, { loanNumber, today }] of loans.entries()) {
    const input = termsOfVote({ loanNumber, today }, `ARSIP/PERSETUJUAN/${loanNumber}`)
    const { voteId } = await perform(context, callVote, { actor, input })
    if (place === 0 && loans.length > 1)
      await perform(context, withdrawVote, {
        actor,
        input: { voteId, reason: 'Penerima Dana menarik permintaannya.' },
      })
  }
}

/** New terms on which lenders vote from today on, to which the borrower consented yesterday. */
export function termsOfVote(
  { loanNumber, today }: { loanNumber: string; today: BusinessDate },
  consent: string,
  days = daysToTerms,
): CallVote {
  const { reference, sha256 } = archived(consent)
  return {
    ...{ loanNumber, agreedOn: addDays(today, days), keepInterest: true, askedBy: 'BORROWER' },
    ...{ interest: '0.06', interestType: 'ANNUITY', tenor: 18, tenorPeriod: 'MONTH' },
    consent: { reference, sha256, provider: 'demo', at: `${addDays(today, -1)}T10:00:00+07:00` },
    reason: 'Omzet Penerima Dana turun, dan angsurannya tidak lagi terbayar.',
  }
}
