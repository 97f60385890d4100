import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import { cancelLoan, cancelProduct, deleteDraft, type LoanRow, uploadProduct } from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many } from '../src/platform/db/database.ts'
import { archived } from './archive.ts'
import type { Moment } from './moments.ts'
import { payInOnce } from './people.ts'
import { bringIn, type LoanLife, type Player, takeOver } from './play.ts'

type Unsold = {
  actor: ActorOf<'operator'>
  first: BusinessDate
  lives: readonly LoanLife[]
  /** The lenders' ids by phone. */
  ids: ReadonlyMap<string, number>
}

const lenderPhone = '81234567892'
const [draft, deleted, cancelled] = ['PMT-CONTOH-1', 'PMT-CONTOH-2', 'PMT-CONTOH-3'] as const
const daysBefore = 13
/** Bulk products that nobody funds, with their loans: a draft, and one that was cancelled. */
const products = [
  { number: 'PRD-CONTOH-2', loanNumbers: ['PMT-CONTOH-4', 'PMT-CONTOH-5'], isCancelled: false },
  { number: 'PRD-CONTOH-3', loanNumbers: ['PMT-CONTOH-6'], isCancelled: true },
] as const

/**
 * Loans that never ran: a draft, one that was deleted, one that was funded and cancelled, whose money went back to its
 * lender, and those of two bulk products.
 */
export function unsoldLoans(context: Context, { actor, first, lives, ids }: Unsold): Moment[] {
  const like = smallestOf(lives)
  if (!like) return []
  const on = addDays(first, -daysBefore)
  const player = playerOf(context, actor)
  return [
    {
      // The money is there the day before it is signed for, as that of the history is.
      daysBefore: daysBefore + 1,
      happen: () => payInOnce(context, ids, { name: cancelled, phone: lenderPhone, amount: like.totalLoan }),
    },
    {
      daysBefore,
      async happen() {
        const known = await numbersKnown(context)
        const missing = [draft, deleted, cancelled].filter((number) => !known.has(number))
        await bringIn(
          player,
          missing.map((loanNumber) => ({ loan: copyOf(like, loanNumber, on) })),
        )
        if (!missing.includes(cancelled)) return
        const part = { lenderPhone, amount: like.totalLoan, signedOn: on }
        const parts = [{ ...part, agreement: archived(`ARSIP/${cancelled}/1`) }]
        await takeOver(player, [{ loan: copyOf(like, cancelled, on), parts }])
      },
    },
    { daysBefore, happen: () => makeProducts(context, actor, { like, on }) },
    {
      daysBefore: daysBefore - 3,
      async happen() {
        const reason = 'Penerima Dana mengajukan pinjaman yang sama dua kali'
        await perform(context, deleteDraft, { actor, input: { loanNumber: deleted, reason } })
        await perform(context, cancelLoan, { actor, input: { loanNumber: cancelled, reason } })
      },
    },
  ]
}

/** Plays what is never refused. */
export const playerOf = (context: Context, actor: ActorOf<'operator'>): Player => ({
  ...{ context, actor },
  refuse(loanNumber: string, reason: string) {
    throw new Error(`${loanNumber} was refused: ${reason}`)
  },
})

/** Repeated, an upload finds its product, and a cancellation nothing that is left. */
async function makeProducts(
  context: Context,
  actor: ActorOf<'operator'>,
  { like, on }: { like: LoanRow; on: BusinessDate },
): Promise<void> {
  for (const { number, loanNumbers, isCancelled } of products) {
    const lines = loanNumbers.map((loanNumber, line) => ({ line, loan: copyOf(like, loanNumber, on) }))
    const product = { number, partnerName: 'Koperasi Tani Rukun Contoh', lines, allOrNothing: true }
    await perform(context, uploadProduct, { actor, input: product })
    if (!isCancelled) continue
    const ended = await perform(context, cancelProduct, { actor, input: { number } })
    for (const loanNumber of ended.loanNumbers)
      await perform(context, cancelLoan, {
        actor,
        input: { loanNumber, reason: 'Mitra menarik pinjamannya' },
      })
  }
}

/** The loan whose terms those of this file have. */
export const smallestOf = (lives: readonly LoanLife[]): LoanRow | undefined =>
  lives.map(({ loan }) => loan).toSorted((a, b) => a.totalLoan - b.totalLoan)[0]

/** A loan with the terms of a real one, offered around a day, with a consent of its own. */
export const copyOf = (like: LoanRow, loanNumber: string, on: BusinessDate): LoanRow => ({
  ...like,
  ...{ loanNumber, offerFrom: addDays(on, -5), offerUntil: addDays(on, 25) },
  consentReference: `KON-${loanNumber}`,
  consentAt: `${addDays(on, -7)}T03:00:00.000Z`,
  consentHash: archived(`KON-${loanNumber}`).sha256,
})

async function numbersKnown({ db }: Context): Promise<Set<string>> {
  const rows = await many<{ number: string }>(
    db,
    'demo.unsold.known',
    'select loan_number as number from loan where loan_number = any($1)',
    [[draft, deleted, cancelled]],
  )
  return new Set(rows.map(({ number }) => number))
}
