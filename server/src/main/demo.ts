import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { creditTopUp } from '../deposit/credit-top-up.ts'
import { daysBetween } from '../loans/csv/index.ts'
import { importLoanFile, publishLoans, shiftLoanDates } from '../loans/index.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { createLender, type NewLender } from '../profile/index.ts'
import { startProcess } from './process.ts'

/**
 * Fills an empty database with the sample world: real loans from sample/loans.csv, moved so that some are open
 * today, and two lenders with money. Everything goes through the verbs that an operator uses. Started again after
 * a kill it goes on; in a database that has lenders of its own it does nothing.
 */
const operator = { kind: 'operator', name: 'demo' } as const
const password = 'Pematang2026'
const people: (Omit<NewLender, 'passwordHash'> & { topUp: number })[] = [
  {
    phone: '81234567890',
    name: 'Ratna Wirasena',
    email: 'ratna@contoh.example',
    userTypeId: 1,
    bank: {
      accountName: 'Ratna Wirasena',
      accountNumber: '0000000001',
      bankBranch: 'Jakarta',
      bankCode: '009',
      bankName: 'BNI',
      methodPayment: 1,
    },
    topUp: 250_000_000,
  },
  {
    phone: '81234567891',
    name: 'PT Lumbung Sentosa Contoh',
    email: 'dana@contoh.example',
    userTypeId: 3,
    institution: {
      companyName: 'PT Lumbung Sentosa Contoh',
      companyEmail: 'dana@contoh.example',
      picFullName: 'Bagas Adiwangsa',
      picPhone: '81234567891',
    },
    bank: {
      accountName: 'PT Lumbung Sentosa Contoh',
      accountNumber: '0000000002',
      bankBranch: 'Jakarta',
      bankCode: '009',
      bankName: 'BNI',
      methodPayment: 1,
    },
    topUp: 5_000_000_000,
  },
]

const sample = join(import.meta.dirname, '../../../sample')
const context = await startProcess()
try {
  const { strangers, today } = await one<{ strangers: number; today: string }>(
    context.db,
    'demo.state',
    `select count(*) filter (where phone <> all($1)) as strangers, business_day(app_now())::text as today from lender`,
    [people.map((person) => person.phone)],
  )
  if (strangers > 0) process.stdout.write('demo: the database has lenders of its own, nothing to do\n')
  else {
    await fill(today)
    await tellLogin()
  }
} finally {
  await context.db.close()
}

async function fill(today: string): Promise<void> {
  const { loans } = await one<{ loans: number }>(
    context.db,
    'demo.loans',
    'select count(*) as loans from loan',
  )
  const { referenceDate } = JSON.parse(await readFile(join(sample, 'sample.json'), 'utf8')) as {
    referenceDate: string
  }
  const days = daysBetween(referenceDate, today)
  // On a later day the same lines have other dates, so what is there from an earlier start stays as it is.
  if (loans === 0 || !(await isFilled())) {
    const report = await importLoanFile(context, createReadStream(join(sample, 'loans.csv')), {
      operator: operator.name,
      adapt: (loan) => shiftLoanDates(loan, days),
    })
    const { published } = await perform(context, publishLoans, {
      actor: operator,
      input: { loanNumbers: 'all' },
    })
    process.stdout.write(`demo: ${report.imported} loans imported, ${published} offered\n`)
  }
  for (const { topUp, ...person } of people) await welcome(person, topUp)
}

/** The start-up summary shows this login. It is no secret: the demo world is for whoever starts it. */
async function tellLogin(): Promise<void> {
  const folder = context.config.PEMATANG_DATA
  const phone = people[0]?.phone
  if (folder) await writeFile(join(folder, 'demo.json'), JSON.stringify({ phone, password }))
}

async function isFilled(): Promise<boolean> {
  const row = await one<{ filled: boolean }>(
    context.db,
    'demo.filled',
    'select exists (select from lender) as filled',
  )
  return row.filled
}

async function welcome(person: Omit<NewLender, 'passwordHash'>, amount: number): Promise<void> {
  const { known } = await one<{ known: boolean }>(
    context.db,
    'demo.known',
    'select exists (select from lender where phone = $1) as known',
    [person.phone],
  )
  if (!known) {
    const passwordHash = await context.passwords.hash(password)
    await perform(context, createLender, { actor: operator, input: { ...person, passwordHash } })
  }
  const { id } = await one<{ id: number }>(context.db, 'demo.id', 'select id from lender where phone = $1', [
    person.phone,
  ])
  await perform(context, creditTopUp, {
    actor: operator,
    input: { bank: 'BNI', paymentRequestId: `demo-${person.phone}`, lenderId: id, amount },
  })
}
