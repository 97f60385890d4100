import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { many } from '../../../../server/src/platform/db/database.ts'
import { aLender } from '../../../../server/testing/people.ts'
import type { Context } from '../../../../server/src/context.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Verb } from '../verb.ts'
import { commandOn, daysAgo, reason } from './commands.ts'

/** What was taken over for a lender, and whether it was taken back. */
const openingsOf = (context: Context, lenderId: number): Promise<unknown[]> =>
  many(
    context.db,
    'bench.openings_of',
    `select o.amount, o.occurrence, r.id is not null as taken_back, count(*) as times from cash_opening o
       left join reversal r on r.kind = 'CASH_OPENING' and r.of_id = o.id::text
      where o.lender_id = $1 group by 1, 2, 3 order by 2`,
    [lenderId],
  )

function takeOverOf({ folder }: FailPointStand, phone: string): string[] {
  const file = path.join(folder, `cash-${nextNumber()}.csv`)
  writeFileSync(file, `lender_phone,bank,amount,as_of\n${phone},BNI,250000,${daysAgo(1)}\n`)
  return ['lenders', 'cash', 'take-over', file, '--yes']
}

const takeOver: Verb = {
  name: 'take-over of cash from another system',
  commands: ['takeOverCash'],
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context)
    const facts = () => openingsOf(stand.context, lenderId)
    const args = takeOverOf(stand, phone)
    return { ...commandOn(stand, { lenders: [lenderId], loans: [] }, args), facts }
  },
}

const takeBack: Verb = {
  name: 'taking back of cash from another system',
  commands: ['takeBackCash'],
  async prepare(stand) {
    const { lenderId, phone } = await aLender(stand.context)
    await stand.operator(takeOverOf(stand, phone))
    const facts = () => openingsOf(stand.context, lenderId)
    const args = ['lenders', 'cash', 'take-back', '--phone', phone, '--bank', 'BNI', ...reason]
    return { ...commandOn(stand, { lenders: [lenderId], loans: [] }, args), facts }
  },
}

/** The newest opening of the bank: the trials share it, so those of earlier trials differ. */
const bankOpenings = (context: Context) => (): Promise<unknown[]> =>
  many(
    context.db,
    'bench.bank_openings',
    `select o.amount, r.id is not null as taken_back,
            (select count(*) from transfer t where t.ref in (o.id::text, r.id::text)) as transfers
       from bank_opening o left join reversal r on r.kind = 'BANK_OPENING' and r.of_id = o.id::text
      where o.method_payment = 2 order by o.occurrence desc limit 1`,
  )

const takeBackBankArgs = ['ledger', 'take-back', '--bank', 'OTHER', ...reason]

/** The trials share one bank, so what stood at it before is taken back first. */
const takeOverBank: Verb = {
  name: 'take-over of what was at a bank',
  commands: ['takeOverBank'],
  async prepare(stand) {
    await stand.operator(takeBackBankArgs).catch(() => undefined)
    const args = [
      'ledger',
      'take-over',
      '--bank',
      'OTHER',
      '--balance',
      '900000',
      '--as-of',
      daysAgo(1),
      '--yes',
    ]
    return { ...commandOn(stand, { lenders: [], loans: [] }, args), facts: bankOpenings(stand.context) }
  },
}

const takeBackBank: Verb = {
  name: 'taking back of what was at a bank',
  commands: ['takeBackBank'],
  async prepare(stand) {
    await stand
      .operator([
        'ledger',
        'take-over',
        '--bank',
        'OTHER',
        '--balance',
        '900000',
        '--as-of',
        daysAgo(1),
        '--yes',
      ])
      .catch(() => undefined)
    return {
      ...commandOn(stand, { lenders: [], loans: [] }, takeBackBankArgs),
      facts: bankOpenings(stand.context),
    }
  },
}

export const cashOpeningVerbs: readonly Verb[] = [takeOver, takeBack, takeOverBank, takeBackBank]
