import { maskEmail, maskNumber } from '@pematang/contract/format/mask-number'
import type { Fact, ObjectPage } from '@pematang/contract/staff/objects'
import type { Context } from '../../context.ts'
import { accountEvents, openRequest, requestInWords, showLender, summaryOf } from '../../lenders/index.ts'
import { type Origin, auditAlone } from '../../platform/audit/audit.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import { listTransactions } from '../transactions/index.ts'
import { fact, lenderRef, loanRef, timeFact, withdrawalRef, paymentRef } from './page.ts'

type Lender = NonNullable<Awaited<ReturnType<typeof showLender>>>
type Page = Omit<ObjectPage, 'trail' | 'actions'>

/**
 * The page of a lender, with what they see themselves. Opening it is recorded in the audit trail.
 * @throws Refusal NOT_FOUND
 */
export async function lenderPage(
  context: Context,
  lenderId: number,
  { staffId, ...origin }: Origin & { staffId: number },
): Promise<Page & { summary: Awaited<ReturnType<typeof summaryOf>> }> {
  const { db, random } = context
  const lender = required(await showLender(db, lenderId), 'NOT_FOUND')
  await auditAlone(db, {
    ...{ id: random.uuid(), actor: staffActor(staffId), outcome: 'done' },
    ...{ operation: 'openLenderPage', subject: `lender:${lenderId}`, ...origin },
  })
  const { list } = await listTransactions(context, lenderId, { page: 1, limit: 10 })
  return {
    about: lenderRef(lenderId),
    title: lender.name,
    lenderId,
    facts: [
      { title: 'Akun', facts: accountOf(lender) },
      { title: 'Kontak', facts: contactOf(lender) },
      { title: 'Rekening dan pajak', facts: moneyOf(lender) },
    ],
    waits: [...(await accountRequestOf(db, lenderId)), ...(await waitsOf(db, lenderId))],
    events: list.map(({ createdDate, typeName, status, transactionNumber, amount, loanNumber, id }) => ({
      at: createdDate,
      words: `${types[typeName]} ${transactionNumber}: ${statuses[status]}`,
      ...{ amount, by: null, reason: null },
      about: typeName === 'Withdraw' ? withdrawalRef(id) : loanNumber === null ? null : loanRef(loanNumber),
    })),
    summary: await summaryOf(context, lenderId),
  }
}

const taxStatusNames = {
  DOMESTIC: 'penduduk dengan NPWP',
  NO_TAX_NUMBER: 'penduduk tanpa NPWP',
  FOREIGN: 'bukan penduduk',
  TREATY: 'perjanjian pajak',
}
const types = { 'Top Up': 'Dana masuk', Funding: 'Pendanaan', Repayment: 'Pembayaran', Withdraw: 'Penarikan' }
const statuses = { Success: 'berhasil', 'In Progress': 'dalam proses', Failed: 'gagal' }
const states = { ACTIVE: 'aktif', SUSPENDED: 'ditangguhkan', CLOSED: 'ditutup' }

const accountOf = ({
  lenderId,
  corporate,
  state,
  stateSince,
  createdAt,
  sessions,
  bulkFunding,
}: Lender): Fact[] => [
  ...fact('Nomor', String(lenderId)),
  ...fact('Jenis', corporate ? 'badan usaha' : 'perorangan'),
  ...fact('Status', states[state]),
  ...timeFact('Status sejak', stateSince),
  ...timeFact('Terdaftar', createdAt),
  ...fact('Sesi yang terbuka', String(sessions)),
  ...fact('Product', bulkFunding ? 'ditawarkan' : 'tidak ditawarkan'),
]

const contactOf = ({ phone, email, institution }: Lender): Fact[] => [
  ...fact('Nomor telepon', maskNumber(phone), { reveals: 'PHONE' }),
  ...fact('E-mail', maskEmail(email), { reveals: 'EMAIL' }),
  ...(institution
    ? [
        ...fact('Perusahaan', institution.companyName),
        ...fact('E-mail perusahaan', maskEmail(institution.companyEmail), { reveals: 'COMPANY_EMAIL' }),
        ...fact('Penanggung jawab', institution.picFullName),
        ...fact('Telepon penanggung jawab', maskNumber(institution.picPhone), { reveals: 'PIC_PHONE' }),
      ]
    : []),
]

const moneyOf = ({ bank, taxStatus, taxRatePpm, virtualAccounts }: Lender): Fact[] => [
  ...fact('Rekening penarikan', bank && `${bank.bankName} ****${bank.lastDigits}`, {
    reveals: 'ACCOUNT_NUMBER',
  }),
  ...fact('Status pajak', `${taxStatusNames[taxStatus]}, ${String(taxRatePpm / 10_000).replace('.', ',')}%`),
  ...virtualAccounts.flatMap(({ bankName, number }) =>
    fact(`Virtual account ${bankName}`, maskNumber(number)),
  ),
]

type Waiting = { kind: 'WITHDRAWAL' | 'PAYMENT' | 'FUNDING'; id: string; amount: number; state: string }

/** The bank account that the lender asks for, with what the bank says of it. */
async function accountRequestOf(db: Queryable, lenderId: number): Promise<ObjectPage['waits']> {
  const open = await openRequest(db, lenderId)
  return open
    ? [{ words: `Permintaan rekening tujuan: ${requestInWords(open)}`, amount: null, about: null }]
    : []
}

/** What of this lender has not ended. */
async function waitsOf(db: Queryable, lenderId: number): Promise<ObjectPage['waits']> {
  const rows = await many<Waiting>(
    db,
    'reports.console.waits_of_lender',
    `(select 'WITHDRAWAL' as kind, id::text, asked as amount, state from withdrawal
       where lender_id = $1 and ended_at is null order by created_at limit 50)
     union all
     (select 'PAYMENT', p.id::text, p.amount, s.reason from bank_suspense s join bank_payment p on p.id = s.payment_id
       where s.intended_for = $1 and s.ended_at is null limit 50)
     union all
     (select 'FUNDING', l.loan_number, f.amount, f.state from funding f join loan l on l.id = f.loan_id
       where f.lender_id = $1 and f.state = 'WAITING' order by f.created_at limit 50)`,
    [lenderId],
  )
  return rows.map(({ kind, id, amount, state }) => {
    if (kind === 'WITHDRAWAL') return { words: `Penarikan ${state}`, amount, about: withdrawalRef(id) }
    if (kind === 'PAYMENT') return { words: 'Pembayaran yang menunggu bank', amount, about: paymentRef(id) }
    return { words: `Pendanaan ${id} menunggu tanda tangan`, amount, about: loanRef(id) }
  })
}

/** The newest entries of the audit trail on a lender's account. */
export const trailOfLender = (db: Queryable, lenderId: number) => accountEvents(db, lenderId, { limit: 20 })
