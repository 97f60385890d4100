import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openContext } from '../../../server/src/main/testing.ts'
import { many } from '../../../server/src/platform/db/database.ts'
import { choosePassword } from '../../../server/testing/choose-password.ts'
import { operatorIn } from '../../../server/testing/operator.ts'
import type { Product } from './product.ts'

export type Lender = { phone: string; password: string; account: string; holder: string }
export type Loan = { loanId: number; loanNumber: string }
export type People = { lenders: Lender[]; loans: Loan[] }

const password = 'Sawah-Terasering-7'
const day = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

/** Registers lenders with cash and a bank account, and offers loans, all through the operator's commands. */
export async function makePeople({ dataDir }: Product, count: number): Promise<People> {
  const command = await openContext({ PEMATANG_DATA: dataDir, LOG_LEVEL: 'silent' })
  const operator = operatorIn(async () => ({ context: command.context, close: async () => {} }))
  const must = async (args: readonly string[], input = ''): Promise<void> => {
    const { exit = 0, out, err } = await operator(args, input)
    if (exit !== 0) throw new Error(`operator ${args.join(' ')} ended with ${exit}: ${out}${err}`)
  }
  try {
    const lenders = Array.from({ length: count }, (_, place) => ({
      phone: String(81_300_000_000 + place),
      password,
      account: `77${String(place).padStart(8, '0')}`,
      holder: `PT Contoh ${place}`,
    }))
    for (const lender of lenders) {
      await register(must, lender)
      await choosePassword(command.context, lender.phone, password)
    }
    return { lenders, loans: await offerLoans(must, command.context.db, dataDir) }
  } finally {
    await command.close()
  }
}

type Must = (args: readonly string[], input?: string) => Promise<void>

async function register(must: Must, { phone, account, holder }: Lender): Promise<void> {
  const who = ['--phone', phone]
  const names = ['--name', `Sri Lestari ${phone}`, '--email', `l${phone}@contoh.example`, '--company', holder]
  await must(['lenders', 'create', ...who, ...names])
  await must(['lenders', 'class', 'set', ...who, '--kind', 'COMPANY', '--evidence', 'Akta'])
  await must(['risk-warning', 'record', ...who, '--evidence', 'contract'])
  const at = [
    '--number',
    account,
    '--holder',
    holder,
    '--code',
    '009',
    '--bank',
    'Bank',
    '--branch',
    'Jakarta',
  ]
  await must(['lenders', 'bank-account', ...who, ...at, '--method', '1'])
  await must([
    'lenders',
    'top-up',
    ...who,
    '--amount',
    '4000000000',
    '--payment',
    `faults-${phone}`,
    '--without-line',
    'faults',
  ])
}

const header =
  'loan_number,borrower_number,borrower_name,loan_type,total_loan,minimum_funding,interest,interest_type,tenor,' +
  'tenor_period,grade,grade_description,purpose,marketing_title,marketing_detail,offer_from,offer_until,' +
  'consent_reference,consent_provider,consent_at,consent_sha256'

async function offerLoans(must: Must, db: Parameters<typeof many>[0], folder: string): Promise<Loan[]> {
  const file = path.join(folder, 'loans.csv')
  const lines = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => {
    const consent = `KON-${place},Tanda Tangan Contoh,${day(-2)}T03:00:00Z,${randomBytes(32).toString('hex')}`
    const terms = '5000000000,100000,0.1122,ANNUITY,12,MONTH,,,,Modal kerja,'
    return `FLT-${place},B-${place},Toko Contoh ${place},Modal Usaha,${terms},${day(-1)},${day(20)},${consent}`
  })
  writeFileSync(file, [header, ...lines, ''].join('\n'))
  await must(['loans', 'import', file, '--new-loan-type', 'Modal Usaha'])
  await must(['loans', 'publish', ...lines.map((_, place) => `FLT-${place + 1}`)])
  return many<Loan>(
    db,
    'faults.loans',
    `select id as "loanId", loan_number as "loanNumber" from loan where loan_number like 'FLT-%' order by loan_number`,
  )
}
