import type { Context } from '../src/context.ts'
import { many } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import { propose } from './companies.ts'
import type { Caller, LenderCalls } from './lender-calls.ts'
import type { Moment } from './moments.ts'
import { password, people } from './people.ts'

/** How a withdrawal ends that a maker of the demo's company proposes; EXPIRED by itself. */
type Ending = 'EXPIRED' | 'REFUSED' | 'WITHDRAWN' | 'DONE' | 'WAITING'

/** Whole rupiah; each one its own, by which a later start finds it. */
const proposed: readonly { daysBefore: number; amount: number; ending: Ending }[] = [
  { daysBefore: 25, amount: 550_000_000, ending: 'EXPIRED' },
  { daysBefore: 16, amount: 400_000_000, ending: 'REFUSED' },
  { daysBefore: 9, amount: 120_000_000, ending: 'WITHDRAWN' },
  { daysBefore: 0, amount: 35_000_000, ending: 'DONE' },
  { daysBefore: 0, amount: 60_000_000, ending: 'WAITING' },
]

const company = '81234567891'
const [makerPhone, approverPhone] = ['81234567902', '81234567903'] as const

export const proposalsOfDemo = (context: Context, calls: LenderCalls): Moment[] =>
  proposed.map(({ daysBefore, amount, ending }) => ({
    daysBefore,
    async happen() {
      if (ending === 'DONE' && context.payers.size === 0) return
      if (await isThere(context, amount, ending)) return
      const made = await calls.logIn(makerPhone)
      const body = withdrawalOf(company, amount)
      const number = await propose(made, '/withdrawals', body)
      if (ending === 'WITHDRAWN') await made.call('/company/proposals/withdraw', { body: { number } })
      if (ending === 'REFUSED' || ending === 'DONE')
        await decide(await calls.logIn(approverPhone), number, body, ending)
    },
  }))

async function decide(approver: Caller, number: number, body: object, ending: Ending): Promise<void> {
  if (ending === 'DONE') await approver.call('/withdrawals', { body, proposal: number })
  else
    await approver.call('/company/proposals/refuse', {
      body: { number, reason: 'Kas ini dipakai untuk pendanaan bulan depan.' },
    })
}

/** A withdrawal to the account of a lender of the demo, by whoever has the demo's password. */
export function withdrawalOf(phone: string, amount: number) {
  const bank = people.find((person) => person.phone === phone)?.bank
  if (!bank) throw new Error(`${phone} has no bank account`)
  const { accountName, accountNumber, bankCode } = bank
  const reason = 'Melakukan pendanaan di tempat lain'
  return { accountName, accountNumber, bankCode, amount, reason, methodPayment: 1, password }
}

/** Whether this was proposed and went as far as it should; what waits may have been decided since. */
async function isThere({ db }: Context, amount: number, ending: Ending): Promise<boolean> {
  const rows = await many<{ ended: string | null }>(
    db,
    'demo.proposals.there',
    `select p.ended from company_proposal p join lender l on l.id = p.company_id
      where l.phone_search = any($1) and p.amount = $2`,
    [new Lookup(company), amount],
  )
  return rows.some(({ ended }) => ended !== null || ending === 'WAITING' || ending === 'EXPIRED')
}
