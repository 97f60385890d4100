import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../src/context.ts'
import {
  type LoanRow,
  closeDays,
  listTypes,
  moveVotesOn,
  publishLoans,
  setOfferRule,
} from '../src/loans/index.ts'
import { one } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import { issueDueStatements } from '../src/reports/index.ts'
import { sealWithin } from '../src/platform/audit/seal.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import { accountsOfDemo } from './accounts.ts'
import { companies, foundCompany } from './companies.ts'
import { payerOfDues } from './dues.ts'
import { liveUntil, readHistory } from './history.ts'
import { callsOfLenders, type LenderCalls } from './lender-calls.ts'
import { setLimitsOfDemo } from './limits.ts'
import { setTaxNumbersOfDemo } from './tax-numbers.ts'
import { fillCashAccounts, giveNumbers, people, phones, welcome } from './people.ts'
import { timetable } from './moments.ts'
import { proposalsOfDemo } from './proposals.ts'
import { daysOfVotes, votesOfYear } from './past-votes.ts'
import { askForPapers, partsWithoutPapers } from './documents.ts'
import { bringIn } from './play.ts'
import { loansOfSample, offerProduct } from './product.ts'
import { playerOf, unsoldLoans } from './unsold-loans.ts'
import { openStage, type Stage } from './stage.ts'
import { endsOfOffers } from './offer-ends.ts'
import { returnIdleCashOfDemo } from './idle-cash.ts'
import { leaving } from './leaver.ts'
import { issuerOfOldStatements, readOldNotices } from './old-statements.ts'
import { mandateOfDemo, strategiesOfDemo } from './strategies.ts'
import { transferOfDemo } from './holdings.ts'
import { reservationsOfDemo } from './reservations.ts'
import { enterSlipsOfDemo } from './tax-slips.ts'

const actor = { kind: 'operator', name: 'demo' } as const

/** The number of closed days before the first start: two months of 31 days, so that they include two month ends. */
const daysClosed = 62
/**
 * The last days before the first start, whose history is booked day by day: all closed days, and the day before them.
 */
const daysDaily = 63
/** How many days before the first start the lenders joined; the oldest loan of the history was funded after that. */
const daysBefore = 1_000

export type Filled = {
  /** False if the database has lenders other than those of the demo. */
  ours: boolean
  offered: number
  /** Loans of the history with new events, and the number of these events. */
  loans: number
  steps: number
  /** Steps that were refused, e.g. because a loan of the history was changed by hand. */
  refused: { loanNumber: string; reason: string }[]
  daysClosed: number
}

/**
 * Fills an empty database with the sample data: real loans from sample/loans.csv, with their dates shifted so that they
 * are open on the day of the first start or later, and 300 in a bulk product; and those of sample/history.csv, which were
 * funded before it and continue: each later start adds what has happened until then. Everything goes through the
 * commands that an operator uses, and each event is booked at its own time. After a crash it continues where it
 * stopped.
 * @param sample the folder of the files
 */
export async function fillDemo(context: Context, sample: string): Promise<Filled> {
  const nothing: Filled = { ours: false, offered: 0, loans: 0, steps: 0, refused: [], daysClosed: 0 }
  const state = await one<{ strangers: number; joined: BusinessDate | null; today: BusinessDate }>(
    context.db,
    'demo.state',
    `select count(*) filter (where phone_search <> all($1) and not is_member) as strangers, business_day(min(created_at)) as joined,
            business_day(app_now()) as today from lender`,
    [new Lookup(...phones)],
  )
  if (state.strangers > 0) return nothing
  const stage = await openStage(context)
  const calls = callsOfLenders(stage.context)
  try {
    return await fill(stage, sample, { today: state.today, first: firstStart(state), calls })
  } finally {
    await calls.close()
    await stage.close()
  }
}

/** All dates are relative to the day of the first start, so that a later start finds the same loans. */
function firstStart({ joined, today }: { joined: BusinessDate | null; today: BusinessDate }): BusinessDate {
  if (joined === null) return today
  const first = addDays(joined, daysBefore)
  // In older demo databases the lenders joined on the day of the first start.
  return first > today ? joined : first
}

async function fill(
  stage: Stage,
  sample: string,
  { today, first, calls }: { today: BusinessDate; first: BusinessDate; calls: LenderCalls },
): Promise<Filled> {
  const { context } = stage
  const { referenceDate } = JSON.parse(await readFile(join(sample, 'sample.json'), 'utf8')) as {
    referenceDate: BusinessDate
  }
  const days = daysBetween(referenceDate, first)
  stage.goTo(addDays(first, -daysBefore))
  const ids = await welcome(context, actor)
  await giveNumbers(context, actor, ids)
  const lives = await readHistory(join(sample, 'history.csv'), days)
  const happenUntil = timetable(first, [
    ...votesOfYear(context, { actor, first, lives }),
    ...unsoldLoans(context, { actor, first, lives, ids }),
    ...companies.map((company) => ({
      daysBefore: 40,
      happen: () => foundCompany(context, calls, company),
    })),
    ...endsOfOffers(context, { actor, first, lives }),
    leaving(context, { actor, ids }),
    ...proposalsOfDemo(context, calls),
    ...accountsOfDemo(context, calls, actor),
    strategiesOfDemo(context, calls),
    mandateOfDemo(context, calls, actor),
    transferOfDemo(context, { actor, ids }),
    ...reservationsOfDemo(context, calls, { actor, first, lives }),
  ])
  const payDues = payerOfDues(context, actor)
  const from = addDays(first, -daysClosed)
  const lenderIds = people.flatMap(({ phone, logsIn }) => (logsIn ? (ids.get(phone) ?? []) : []))
  const issueOldStatements = issuerOfOldStatements(context, { actor, lenderIds, first, from })
  let closed = 0
  const played = await liveUntil(stage, lives, {
    actor,
    dailyFrom: addDays(first, -daysDaily),
    ids,
    until: today,
    async onDay(on) {
      await payDues(on)
      await issueOldStatements(on)
      if (on > from) {
        closed += await closeDays(context, { actor, from })
        await issueDueStatements(context, { actor })
      }
      if (on > addDays(first, -daysOfVotes)) await moveVotesOn(context)
      // What belongs to the first day itself needs the cash and limits that come after these days.
      await happenUntil(on < first ? on : addDays(first, -1))
    },
  })
  stage.goTo(today)
  await payDues(today)
  await fillCashAccounts(context, ids)
  await setLimitsOfDemo(context, actor, ids)
  await setTaxNumbersOfDemo(context, actor, ids)
  for (const [place, lenderId] of lenderIds.entries()) {
    await enterSlipsOfDemo(context, actor, { lenderId, series: 99 - place, first })
    if ((await partsWithoutPapers(context, lenderId)).length > 0)
      await perform(context, askForPapers, { actor, input: { lenderId } })
  }
  await setRules(context)
  const loans = await loansOfSample(join(sample, 'loans.csv'), { days, first })
  await offerProduct(context, actor, { loans: loans.together, lenderIds })
  const offered = await offerLoans(context, loans.alone)
  // The present: a reservation of this morning would have expired before anybody sees it wait.
  stage.goTo(addDays(today, 1))
  await happenUntil(today)
  await returnIdleCashOfDemo(context, { actor, ids })
  closed += await closeDays(context, { actor, from })
  await issueDueStatements(context, { actor })
  await readOldNotices(context, { lenderIds, from })
  // Events of past days have ids of those days, which the worker's regular sealing checks only once an hour.
  await sealWithin(context.db, 'ALL', context.auditKeys)
  return { ours: true, offered, ...played, daysClosed: closed }
}

/** Sets a two-week extension rule for the loans of the demo, except for types that already have a rule. */
async function setRules(context: Context): Promise<void> {
  const rule = { extendDays: 7, extendTimes: 2, payOutSharePpm: 800_000, payOutDays: 30 }
  for (const { name, rule: before } of await listTypes(context.db))
    if (before.extendTimes === 0 && before.payOutSharePpm === null)
      await perform(context, setOfferRule, { actor, input: { name, rule } })
}

/** Offers the loans of the marketplace that are not offered yet. */
async function offerLoans(context: Context, loans: readonly LoanRow[]): Promise<number> {
  await bringIn(
    playerOf(context, actor),
    loans.map((loan) => ({ loan })),
  )
  const loanNumbers = loans.map(({ loanNumber }) => loanNumber)
  return (await perform(context, publishLoans, { actor, input: { loanNumbers } })).published
}
