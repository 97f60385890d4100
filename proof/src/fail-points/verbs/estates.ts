import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../../server/src/context.ts'
import { recordEstate } from '../../../../server/src/cash/testing.ts'
import { storeBankAccount } from '../../../../server/src/lenders/testing.ts'
import { many } from '../../../../server/src/platform/db/database.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { aLender } from '../../../../server/testing/people.ts'
import { longAgo } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, operator } from './commands.ts'
import { switchBank } from './withdrawals.ts'

const content = 'a document of fail points'
const sha256 = createHash('sha256').update(content).digest('hex')

function documentIn({ folder }: FailPointStand): string {
  const file = path.join(folder, 'document.pdf')
  writeFileSync(file, content)
  return file
}

const withdrawalsOf = (context: Context, lenderId: number) => (): Promise<unknown[]> =>
  many(
    context.db,
    'bench.ordered_withdrawals',
    `select w.state, w.asked, w.amount, o.heir, o.basis, o.gone from withdrawal w
       left join ordered_withdrawal o on o.withdrawal_id = w.id where w.lender_id = $1 order by o.heir`,
    [lenderId],
  )

function ordering(
  stand: FailPointStand,
  { lenderId, count, args }: { lenderId: number; count: number; args: readonly string[] },
): Trial {
  const facts = withdrawalsOf(stand.context, lenderId)
  return {
    ...commandOn(stand, { lenders: [lenderId], loans: [] }, args),
    facts,
    hasEnded: async () => {
      const rows = (await facts()) as { state: string }[]
      return rows.length === count && rows.every(({ state }) => state === 'PAID')
    },
  }
}

const account = () => ({
  accountName: 'Pemberi Dana',
  accountNumber: `76${String(nextNumber()).padStart(8, '0')}`,
  bankCode: '014',
})

const returned: Verb = {
  name: 'idle cash that the operator returns',
  commands: ['returnIdleCash'],
  only: /> returnIdleCash: |operator /,
  async prepare(stand) {
    await switchBank(stand.sandbox, null)
    const then = longAgo(stand.context, 20)
    const { lenderId, phone } = await aLender(then, { cash: 250_000 })
    await perform(then, storeBankAccount, {
      actor: operator,
      input: { ...account(), lenderId, bankBranch: 'Jakarta', bankName: 'Bank', methodPayment: 1 },
    })
    const document = ['--document', 'fail points', '--document-file', documentIn(stand)]
    const args = ['lenders', 'return-idle-cash', '--phone', phone, ...document]
    return ordering(stand, { lenderId, count: 1, args })
  },
}

const heirsPaid: Verb = {
  name: 'cash of a dead lender that the operator pays to the heirs',
  commands: ['payHeirs'],
  only: /> payHeirs: |operator /,
  async prepare(stand) {
    await switchBank(stand.sandbox, null)
    const { context } = stand
    const { lenderId, phone } = await aLender(context, { cash: 1_000_001 })
    const heirs = [1, 7].map((numerator) => ({ ...account(), share: { numerator, denominator: 8 } }))
    const document = { name: 'fail points', sha256 }
    await perform(context, recordEstate, {
      actor: operator,
      input: { lenderId, document, heirs, reason: 'fail points' },
    })
    const args = ['lenders', 'estate', 'pay', '--phone', phone, '--document-file', documentIn(stand)]
    return ordering(stand, { lenderId, count: 2, args })
  },
}

export const estateVerbs: readonly Verb[] = [returned, heirsPaid]
