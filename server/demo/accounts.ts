import type { Context } from '../src/context.ts'
import { refuseBankAccount } from '../src/lenders/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { one } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import type { LenderCalls } from './lender-calls.ts'
import type { Moment } from './moments.ts'
import { withdrawalOf } from './proposals.ts'

/** The second company, which has a system of its own. */
const phone = '81234567896'
/** Another company, whose requests have ended. */
const former = '81234567891'

/**
 * What the sandbox bank pays, what it refuses, which returns the money, and what is small enough to need nobody else; whole
 * rupiah. The endings are those of the sandbox.
 */
const withdrawn = [4_500_000, 2_100_901, 1_750_000]

/**
 * What a company connects and asks for: a key that reads, an address that is called and does not answer, another bank
 * account that staff decide, and withdrawals.
 */
export const accountsOfDemo = (
  context: Context,
  calls: LenderCalls,
  actor: ActorOf<'operator'>,
): Moment[] => [
  {
    daysBefore: 30,
    async happen() {
      const { ended } = await has(context, former)
      if (ended >= 2) return
      const company = await calls.logIn(former)
      for (const ending of (['WITHDRAWN', 'REFUSED'] as const).slice(ended)) {
        const { waits } = await has(context, former)
        await company.prove()
        if (waits === null)
          await company.call('/lender/bank-account/request', {
            body: { bankCode: '014', accountNumber: '0861234567', accountName: 'PT Lumbung Sentosa Contoh' },
          })
        if (ending === 'WITHDRAWN') {
          const { waits: id } = await has(context, former)
          await company.call('/lender/bank-account/request/withdraw', { body: { id } })
        } else {
          const reason = 'Nama pemilik di bank berbeda.'
          const input = { lenderId: company.user.userId, reason }
          await perform(context, refuseBankAccount, { actor, input })
        }
      }
    },
  },
  {
    daysBefore: 12,
    async happen() {
      if ((await has(context)).key) return
      const company = await calls.logIn(phone)
      await company.prove()
      await company.call('/keys', {
        body: { label: 'Sistem akuntansi', right: 'READ', networks: [], lastDay: null },
      })
      await company.prove()
      // A name that nobody can have (RFC 2606), so that every call fails.
      const url = 'https://akuntansi.example.net/pematang'
      await company.call('/calls-back', {
        method: 'PUT',
        body: { url, types: ['cash.moved', 'withdrawal.held', 'withdrawal.paid', 'withdrawal.returned'] },
      })
    },
  },
  {
    daysBefore: 1,
    async happen() {
      if ((await has(context)).request) return
      const company = await calls.logIn(phone)
      await company.prove()
      await company.call('/lender/bank-account/request', {
        body: {
          bankCode: '008',
          accountNumber: '1370012345678',
          accountName: 'Koperasi Karsa Bersama Contoh',
        },
      })
    },
  },
  {
    daysBefore: 0,
    async happen() {
      const { withdrawals } = await has(context)
      if (context.payers.size === 0 || withdrawals >= withdrawn.length) return
      const company = await calls.logIn(phone)
      for (const amount of withdrawn.slice(withdrawals))
        await company.call('/withdrawals', { body: withdrawalOf(phone, amount) })
    },
  },
]

type Has = { key: boolean; request: boolean; waits: string | null; ended: number; withdrawals: number }

const has = ({ db }: Context, of = phone): Promise<Has> =>
  one(
    db,
    'demo.accounts.has',
    `select exists (select from call_back c where c.lender_id = l.id) as key,
            exists (select from bank_account_request r where r.lender_id = l.id) as request,
            (select r.id from bank_account_request r where r.lender_id = l.id and r.state = 'ASKED') as waits,
            (select count(*) from bank_account_request r where r.lender_id = l.id and r.state <> 'ASKED') as ended,
            (select count(*) from withdrawal w where w.lender_id = l.id) as withdrawals
       from lender l where l.phone_search = any($1)`,
    [new Lookup(of)],
  )
