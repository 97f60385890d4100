import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import {
  endOffer,
  extendOffer,
  listTypes,
  type LoanRow,
  type OfferRule,
  publishLoans,
  setOfferRule,
} from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { one } from '../src/platform/db/database.ts'
import type { Moment } from './moments.ts'
import { bringIn, type LoanLife } from './play.ts'
import { copyOf, playerOf, smallestOf } from './unsold-loans.ts'

const loanNumber = 'PMT-CONTOH-7'
/** Days before the first start: the offer begins, and its last day. */
const [offeredBefore, endsBefore] = [47, 22] as const
/** One extension, so that the offer then ends. Other loans are not offered while it is in force. */
const rule: OfferRule = { extendDays: 7, extendTimes: 1, payOutSharePpm: null, payOutDays: 30 }
const none: OfferRule = { ...rule, extendDays: 0, extendTimes: 0 }

type Offering = { actor: ActorOf<'operator'>; first: BusinessDate; lives: readonly LoanLife[] }

/** An offer that was extended by its rule, then by an operator, and ended without a lender. */
export function endsOfOffers(context: Context, { actor, first, lives }: Offering): Moment[] {
  const like = smallestOf(lives)
  if (!like) return []
  const lastDay = addDays(first, -endsBefore)
  const end = async () => void (await perform(context, endOffer, { actor, input: { loanNumber } }))
  const operatorUntil = addDays(lastDay, rule.extendDays + 5)
  return [
    { daysBefore: offeredBefore, happen: () => offer(context, actor, { like, lastDay }) },
    { daysBefore: endsBefore - 1, happen: () => once(context, 0, end) },
    {
      daysBefore: endsBefore - rule.extendDays,
      happen: () =>
        once(context, 1, async () => {
          const input = { loanNumber, until: operatorUntil, beyondAgreements: false }
          await perform(context, extendOffer, { actor, input })
        }),
    },
    { daysBefore: endsBefore - rule.extendDays - 6, happen: () => once(context, 2, end) },
  ]
}

async function offer(
  context: Context,
  actor: ActorOf<'operator'>,
  { like, lastDay }: { like: LoanRow; lastDay: BusinessDate },
): Promise<void> {
  const { isThere, isOffered } = await stateOf(context)
  const name = like.loanType
  const setRule = (input: OfferRule) =>
    perform(context, setOfferRule, { actor, input: { name, rule: input } })
  if (!isThere)
    await bringIn(playerOf(context, actor), [{ loan: copyOf(like, loanNumber, addDays(lastDay, -25)) }])
  if (!isOffered) {
    await setRule(rule)
    await perform(context, publishLoans, { actor, input: { loanNumbers: [loanNumber] } })
  }
  const type = (await listTypes(context.db)).find((known) => known.name === name)
  if (type?.rule.extendTimes === rule.extendTimes) await setRule(none)
}

/** Does something if so many decisions on the offer were made, so that a later start makes none again. */
async function once(context: Context, decisions: number, happen: () => Promise<void>): Promise<void> {
  if ((await stateOf(context)).decisions === decisions) await happen()
}

const stateOf = ({ db }: Context): Promise<{ isThere: boolean; isOffered: boolean; decisions: number }> =>
  one(
    db,
    'demo.offer-ends.state',
    `select count(*) > 0 as "isThere", coalesce(bool_or(p.status <> 'DRAFT'), false) as "isOffered",
            (select count(*) from offer_end e join loan o on o.id = e.loan_id where o.loan_number = $1) as decisions
       from loan l join loan_position p on p.loan_id = l.id where l.loan_number = $1`,
    [loanNumber],
  )
