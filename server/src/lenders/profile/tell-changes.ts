import type { Context } from '../../context.ts'
import { many, one } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { type NoticeData, notifyLender, tellFormer } from '../notifications/index.ts'
import { lockLender } from './lender-settings.ts'

type Untold = { lenderId: number; what: 'BANK_ACCOUNT' | 'CONTACT'; at: Date }

/** Changes of the last two days that no notice tells; what is made with the lender is no change. */
const untold = `
  select c.lender_id as "lenderId", c.what, max(c.at) as at from lender_change c
   where c.what in ('BANK_ACCOUNT', 'CONTACT') and c.at > app_now() - interval '2 days'
     and not exists (select from lender_change made where made.lender_id = c.lender_id
                        and made.transaction = c.transaction and made.what = 'CREATED')
     and not exists (select from notice n where n.lender_id = c.lender_id and n.kind = c.what || '_CHANGED'
                        and n.created_at >= c.at)
     -- The first company of a lender is told by nobody.
     and not exists (select from audit_event e where e.subject = 'lender:' || c.lender_id and e.at = c.at
                        and e.operation = 'storeInstitution')`

/**
 * Tells lenders of changes of their bank account or contact that were made past the commands, which tell their own in
 * the same transaction. The audit names such a change too (I50).
 */
export async function tellChanges(context: Context): Promise<void> {
  const changes = await many<Untold>(
    context.db,
    'lenders.profile.untold_changes',
    `${untold} group by 1, 2 order by 3 limit 1000`,
  )
  // What cannot be read of one lender must not keep the others from being told.
  const failures: unknown[] = []
  for (const change of changes)
    await inTransaction(context.db, { repeatable: true }, (tx) => tell(tx, context, change)).catch(
      (error: unknown) => failures.push(error),
    )
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} changes could not be told`)
}

async function tell(tx: Transaction, context: Context, { lenderId, what }: Untold): Promise<void> {
  const lender = await lockLender(tx, lenderId)
  // Read again under the lock, because another worker may have told it.
  const [change] = await many<Untold>(
    tx,
    'lenders.profile.untold_change',
    `${untold} and c.lender_id = $1 and c.what = $2 group by 1, 2`,
    [lenderId, what],
  )
  if (!change) return
  const id = context.random.uuid()
  const notice = { lenderId, id, kind: `${what}_CHANGED` } as const
  if (what === 'CONTACT') await notifyLender(tx, notice, 'CONTACT_CHANGED', await contactsOf(tx, change))
  else await notifyLender(tx, notice, 'BANK_ACCOUNT_CHANGED', await accountOf(tx, lenderId))
  await tellFormer(tx, context, notice, lender)
}

/** Which of phone and e-mail were replaced; if neither, those of a company. */
const contactsOf = (tx: Transaction, { lenderId, at }: Untold): Promise<NoticeData['CONTACT_CHANGED']> =>
  one(
    tx,
    'lenders.profile.replaced_contacts',
    `select coalesce(bool_or(channel = 'SMS'), false) as phone, coalesce(bool_or(channel = 'EMAIL'), false) as email,
            count(*) = 0 as company from former_contact where lender_id = $1 and replaced_at = $2`,
    [lenderId, at],
  )

async function accountOf(tx: Transaction, lenderId: number): Promise<NoticeData['BANK_ACCOUNT_CHANGED']> {
  const { accountNumber, ...account } = await one<{
    bankName: string
    accountNumber: string
    isFirst: boolean
  }>(
    tx,
    'lenders.profile.present_account',
    `select bank_name as "bankName", account_number as "accountNumber",
            (select count(*) = 1 from lender_bank_account_version v where v.lender_id = a.lender_id and v.estate_id is null) as "isFirst"
       from lender_bank_account a where lender_id = $1`,
    [lenderId],
  )
  return { ...account, lastDigits: accountNumber.slice(-4) }
}
