import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import fc from 'fast-check'
import type { Context } from '../../../context.ts'
import { dayOf, onDay, operator } from '../../../../testing/lent-months.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../../testing/people.ts'
import { storeLenderClass, storeLenderIdentity } from '../../../lenders/index.ts'
import { storeSupervisorFacts } from '../../../lenders/testing.ts'
import { closeDays, restructureLoan, writeOffLoan } from '../../../loans/index.ts'
import {
  disburseLoan,
  recordRepayment,
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
  storeLoanFacts,
} from '../../../loans/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Random events of three past months, each recorded on one day with a value date of that day or before. */

const kinds = [
  'pay',
  'reverse payment',
  'restructure',
  'reverse restructuring',
  'write off',
  'reverse write-off',
  'reverse disbursement',
  'disburse again',
  'loan facts',
  'lender facts',
  'lender identity',
] as const

export type Happening = {
  what: (typeof kinds)[number]
  /** Days since the first day of the scenario. */
  recorded: number
  /** How many days before the value date was. */
  back: number
  /** Chooses the loan, the payment and the amount. */
  pick: number
}

export const lengthInDays = 95

export const happenings: fc.Arbitrary<Happening[]> = fc
  .array(
    fc.record({
      what: fc.oneof(
        { weight: 12, arbitrary: fc.constant('pay' as const) },
        { weight: 8, arbitrary: fc.constantFrom(...kinds) },
      ),
      recorded: fc.integer({ min: 12, max: lengthInDays - 1 }),
      back: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 35 })),
      pick: fc.nat(10_000),
    }),
    { minLength: 12, maxLength: 40 },
  )
  .map((all) => all.toSorted((a, b) => a.recorded - b.recorded))

type LentLoan = {
  lenderIds: number[]
  loanNumber: string
  disbursedOn: BusinessDate
  references: string[]
}

export type Scenario = { name: number; loans: LentLoan[]; lentUntil: BusinessDate }

let scenarios = 0

/** The day that many days after the beginning of the scenario, four months ago. */
export const dayAt = (days: number): BusinessDate => addDays(dayOf(4, 1), days)

/** A scenario in which nothing has happened yet. */
export function aScenario(): Scenario {
  scenarios += 1
  return { name: scenarios, loans: [], lentUntil: '' }
}

const terms = [
  { day: 3, amounts: [300_000, 200_001], interest: '0.12', tenor: 3, tenorPeriod: 'MONTH', sector: 'G' },
  { day: 8, amounts: [150_000], interest: '0.2', tenor: 6, tenorPeriod: 'WEEK', sector: null },
  { day: 36, amounts: [400_000, 100_000], interest: '0.06', tenor: 45, tenorPeriod: 'DAY', sector: 'C' },
] as const

/** Lends what is lent in the scenario up to a day: by lenders of several kinds, loans of several types and terms. */
export async function lend(present: Context, scenario: Scenario, until: BusinessDate): Promise<void> {
  const isLent = (day: number) => dayAt(day) <= scenario.lentUntil
  for (const [index, { day, amounts, sector, ...rest }] of terms.entries()) {
    if (isLent(day) || dayAt(day) > until) continue
    const then = onDay(present, dayAt(day))
    const lenderIds: number[] = []
    const loan = await aLoan(then, {
      ...rest,
      interestType: 'FLAT',
      loanType: index === 1 ? 'Multiguna' : 'Modal Usaha',
      borrowerNumber: `W-${scenario.name}-${index % 2}`,
      borrowerName: `Usaha Contoh ${scenario.name} ${index % 2}`,
      totalLoan: amounts.reduce<number>((sum, amount) => sum + amount, 0),
      minimumFunding: 100_000,
      offerFrom: '2020-01-01',
      offerUntil: '2100-01-01',
      consentAt: `${dayAt(day - 2)}T03:00:00.000Z`,
      sector,
      province: index === 0 ? 'ID-JB' : null,
      borrowerKind: index === 1 ? null : 'PERSON',
      borrowerSex: index === 0 ? 'F' : null,
      borrowerBirthYear: index === 2 ? 1990 : null,
    })
    for (const amount of amounts) {
      const corporate = amount === 200_001
      const { lenderId } = await aLender(then, { cash: 1_000_000, ...(corporate ? { userTypeId: 3 } : {}) })
      if (amount !== 150_000)
        await perform(then, storeLenderClass, {
          actor: operator,
          input: {
            lenderId,
            kind: corporate ? 'COMPANY' : 'INDIVIDUAL',
            yearlyIncome: corporate ? null : 900_000_000,
            supervised: false,
            since: null,
            evidence: 'SPT',
            validUntil: null,
          },
        })
      const { fundingId } = await reserveFunding(then, { lenderId, ...loan, amount })
      await signFunding(then, fundingId)
      lenderIds.push(lenderId)
    }
    const disbursedOn = dayAt(day)
    await perform(onDay(present, dayAt(day + 1)), disburseLoan, {
      actor: operator,
      input: { loanNumber: loan.loanNumber, disbursedOn },
    })
    scenario.loans.push({ lenderIds, loanNumber: loan.loanNumber, disbursedOn, references: [] })
  }
  scenario.lentUntil = until
}

let references = 0

/** Records an event, or nothing where the loan is not in a state for it. */
export async function record(present: Context, scenario: Scenario, happening: Happening): Promise<void> {
  const { what, recorded, back, pick } = happening
  const loan = scenario.loans[pick % scenario.loans.length]
  if (!loan) return
  const at = onDay(present, dayAt(recorded))
  const day = dayAt(Math.max(recorded - back, 0))
  const { loanNumber } = loan
  const reason = 'uji'
  references += 1
  const act = {
    pay: async () => {
      const reference = `BLN-${references}`
      const amount = 20_000 + ((pick * 37) % 250_000)
      await perform(at, recordRepayment, {
        actor: operator,
        input: { loanNumber, amount, paidOn: day, reference },
      })
      loan.references.push(reference)
    },
    'reverse payment': async () => {
      const reference = loan.references[pick % Math.max(loan.references.length, 1)]
      if (reference !== undefined)
        await perform(at, reverseRepayment, { actor: operator, input: { loanNumber, reference, reason } })
    },
    restructure: () =>
      perform(at, restructureLoan, {
        actor: operator,
        input: {
          loanNumber,
          agreedOn: day,
          interest: '0.1',
          interestType: 'ANNUITY',
          tenor: 1 + (pick % 7),
          tenorPeriod: 'MONTH',
          keepInterest: pick % 2 === 0,
          agreement: { reference: `ADD-BLN-${references}`, sha256: 'ab'.repeat(32) },
        },
      }),
    'reverse restructuring': () =>
      perform(at, reverseRestructuring, { actor: operator, input: { loanNumber, reason } }),
    'write off': () =>
      perform(at, writeOffLoan, { actor: operator, input: { loanNumber, writtenOffOn: day, reason } }),
    'reverse write-off': () =>
      perform(at, reverseWriteOff, { actor: operator, input: { loanNumber, reason } }),
    'reverse disbursement': () =>
      perform(at, reverseDisbursement, { actor: operator, input: { loanNumber, reason } }),
    'disburse again': () =>
      perform(at, disburseLoan, { actor: operator, input: { loanNumber, disbursedOn: day } }),
    'loan facts': () =>
      perform(at, storeLoanFacts, {
        actor: operator,
        input: {
          loanNumber,
          reason,
          facts: { sector: pick % 2 === 0 ? 'A' : 'CONSUMER', province: 'ID-BA', borrowerBirthYear: 1990 },
        },
      }),
    'lender facts': () =>
      perform(at, storeSupervisorFacts, {
        actor: operator,
        input: {
          lenderId: loan.lenderIds[0] ?? 0,
          sex: 'F',
          province: 'ID-AC',
        },
      }),
    'lender identity': () =>
      perform(at, storeLenderIdentity, {
        actor: operator,
        input: { lenderId: loan.lenderIds[0] ?? 0, birthDate: `${1950 + (pick % 60)}-06-15` },
      }),
  } satisfies Record<Happening['what'], () => Promise<unknown>>
  await act[what]().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Closes every day up to the end of a month, on the second day after it. */
export const closeMonth = (present: Context, last: BusinessDate): Promise<number> =>
  closeDays(onDay(present, addDays(last, 2)), { actor: operator, from: dayAt(0), until: last })
