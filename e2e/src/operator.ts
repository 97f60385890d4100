import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sessionOn } from './operator-session.ts'
import { checkout, compileCache, type ProductAddress } from './product.ts'

/** A lender that a test created for itself. `contact` is the representative of a company, or the person themselves. */
export type Lender = {
  phone: string
  password: string
  name: string
  contact: string
  email: string
  cash: number
}

/** The settings of a lender: whole rupiah of cash and of yearly income, and the name of a company. */
export type LenderSettings = {
  cash?: number
  income?: number
  company?: string
  acceptsRisk?: boolean
  hasClass?: boolean
}

/** A loan that a test created for itself. Amounts in whole rupiah. */
export type Loan = {
  loanNumber: string
  borrowerName: string
  total: number
  minimum: number
  /** The tenor in months, by which the marketplace can be filtered. */
  tenor: number
}

/** A bulk product that a test created for itself, with its loans in the order of their numbers. */
export type MadeProduct = { number: string; partner: string; loans: Loan[] }

export type LoanSettings = Partial<Omit<Loan, 'loanNumber'>> & {
  purpose?: string
  grade?: string
  /** Yearly interest rate as a fraction. */
  interest?: number
  days?: number
}

const password = 'SawahHijau2026'

/** The operator's command line for the data of one product. */
export class Operator {
  readonly #address: ProductAddress

  constructor(address: ProductAddress) {
    this.#address = address
  }

  /** Lifts the rules of the demo, under which only two people at the console could top up. */
  async liftDemoRules(): Promise<void> {
    const ruled = ['creditTopUp', 'recordTopUp', 'changeContact', 'storeBankAccount']
    const named = ruled.flatMap((operation) => ['--operation', operation])
    await this.run(['approvals', 'set', ...named, '--deciders', '0', '--reason', 'e2e'])
  }

  /** Registers a lender who has accepted the risk warning, and tops up `cash` rupiah through a bank payment. */
  async makeLender(settings: LenderSettings = {}): Promise<Lender> {
    const {
      cash = 50_000_000,
      income = 10_000_000_000,
      company,
      acceptsRisk = true,
      hasClass = true,
    } = settings
    const phone = `8${randomInt(10 ** 9, 10 ** 10 - 1)}`
    const contact = `Sri Lestari ${phone.slice(-4)}`
    const lender = {
      phone,
      password,
      name: company ?? contact,
      contact,
      email: `l${phone}@contoh.example`,
      cash,
    }
    const facts = ['--phone', phone, '--name', contact, '--email', lender.email]
    await this.run(['lenders', 'create', ...facts, ...(company ? ['--company', company] : [])])
    await this.choosePassword(phone, password)
    // The legal limits are in force, so a lender without a class could not fund.
    const kind = company ? ['--kind', 'COMPANY'] : ['--kind', 'INDIVIDUAL', '--income', String(income)]
    const evidence = ['--evidence', 'SPT 2025']
    if (hasClass) await this.run(['lenders', 'class', 'set', '--phone', phone, ...kind, ...evidence])
    if (acceptsRisk) await this.run(['risk-warning', 'record', '--phone', phone, '--evidence', 'e2e'])
    if (cash > 0) {
      const payment = ['--amount', String(cash), '--payment', `e2e-${phone}`, '--without-line', 'e2e']
      await this.run(['lenders', 'top-up', '--phone', phone, ...payment])
    }
    return lender
  }

  /** Sets a lender's password without the codes by SMS that a lender needs for it. */
  async choosePassword(phone: string, chosen: string): Promise<void> {
    const { code, out, err } = await sessionOn(this.#address).run(['choose-password', phone], chosen)
    if (code !== 0) throw new Error(`the password of ${phone} was not set: ${out}${err}`)
  }

  /** Lets the worker look at the votes as this much later, e.g. `15 days`. */
  async votesLater(interval: string): Promise<void> {
    const { code, out, err } = await sessionOn(this.#address).run(['votes-later', interval], '')
    if (code !== 0) throw new Error(`the votes were not moved on: ${out}${err}`)
  }

  /** Enables bulk products for a lender. */
  async offerProducts({ phone }: Pick<Lender, 'phone'>): Promise<void> {
    await this.run(['lenders', 'bulk-funding', 'on', '--phone', phone])
  }

  /** Imports loans from a file as an operator does, and offers them. `days` is the time left until the offer ends. */
  async makeLoans(settings: readonly LoanSettings[]): Promise<Loan[]> {
    const loans = settings.map((one) => completeLoan(one))
    await this.#withFile(loans, async (file) => {
      await this.run(['loans', 'import', file, '--new-loan-type', 'Modal Usaha'])
      await this.run(['loans', 'publish', ...loans.map(({ loan }) => loan.loanNumber)])
    })
    return loans.map(({ loan }) => loan)
  }

  /** Uploads loans as one product, and offers it. */
  async makeProduct(settings: readonly LoanSettings[]): Promise<MadeProduct> {
    const start = randomInt(10 ** 10, 10 ** 11)
    const loans = settings.map((one, index) => completeLoan(one, start + index))
    const number = `PRD-${randomInt(10 ** 8, 10 ** 9)}`
    const partner = `Koperasi Uji ${number.slice(-5)}`
    await this.#withFile(loans, async (file) => {
      await this.run([
        ...['products', 'upload', file, '--number', number, '--partner', partner],
        ...['--new-loan-type', 'Modal Usaha'],
      ])
      await this.run(['products', 'publish', number])
    })
    const inOrder = loans.map(({ loan }) => loan).sort((a, b) => (a.loanNumber < b.loanNumber ? -1 : 1))
    return { number, partner, loans: inOrder }
  }

  async #withFile(loans: readonly { line: string }[], use: (file: string) => Promise<void>): Promise<void> {
    const file = path.join(this.#address.dataDir, `loans-${randomInt(10 ** 9)}.csv`)
    writeFileSync(file, [header, ...loans.map(({ line }) => line), ''].join('\n'))
    try {
      await use(file)
    } finally {
      rmSync(file)
    }
  }

  /** Every violated invariant of the books; an empty list when they are consistent. */
  async auditBooks(): Promise<unknown[]> {
    const { data } = await this.#call(['books', 'audit'])
    if (typeof data === 'object' && data !== null && 'breaches' in data && Array.isArray(data.breaches)) {
      return data.breaches
    }
    throw new Error(`books audit answered ${JSON.stringify(data)}`)
  }

  /**
   * Runs one command to its end.
   * @param input its standard input
   * @returns its answer with --json
   * @throws Error with its output unless it ends with exit code 0
   */
  async run(args: readonly string[], input = ''): Promise<unknown> {
    const { code, data, said } = await this.#call(args, input)
    if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}: ${said}`)
    return data
  }

  /**
   * Runs one command as a person at a terminal, which `--break-glass` asks for.
   * @throws Error with its output unless it ends with exit code 0
   */
  async runAtTerminal(args: readonly string[]): Promise<void> {
    const words = [process.execPath, 'server/src/main/operator.ts', ...args]
    const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PEMATANG_DATA: this.#address.dataDir }
    await promisify(execFile)('script', ['-qec', line, '/dev/null'], {
      cwd: checkout,
      env: { ...env, ...compileCache },
    })
  }

  async #call(args: readonly string[], input = ''): Promise<Answer> {
    const { code, out, err } = await sessionOn(this.#address).run(['--json', ...args], input)
    const data: unknown = out.trim() === '' ? null : JSON.parse(out)
    return { code, data, said: `${out}${err}`.trim() }
  }
}

/** The result of a command: its exit code, its JSON, and its complete output. */
type Answer = { code: number; data: unknown; said: string }

const header =
  'loan_number,borrower_number,borrower_name,loan_type,total_loan,minimum_funding,interest,interest_type,tenor,' +
  'tenor_period,grade,grade_description,purpose,marketing_title,marketing_detail,offer_from,offer_until,' +
  'consent_reference,consent_provider,consent_at,consent_sha256'

function completeLoan(
  settings: LoanSettings,
  number = randomInt(10 ** 10, 10 ** 11),
): { loan: Loan; line: string } {
  const loan: Loan = {
    loanNumber: `E2E-${number}`,
    borrowerName: settings.borrowerName ?? `Toko Uji ${number}`,
    total: settings.total ?? 20_000_000,
    minimum: settings.minimum ?? 500_000,
    // The demo's loans have no tenor of 13 to 23 months.
    tenor: settings.tenor ?? randomInt(13, 24),
  }
  const terms = `${loan.total},${loan.minimum},${settings.interest ?? 0.1122},ANNUITY,${loan.tenor},MONTH`
  const words = `${settings.grade ?? ''},${settings.grade ? 'Risiko sedang' : ''},${settings.purpose ?? ''},Uji perjalanan,`
  const offer = `${businessDay(-1)},${businessDay(settings.days ?? 20)}`
  const consent = `KON-${number},Tanda Tangan Contoh,${businessDay(-2)}T03:00:00Z,${randomBytes(32).toString('hex')}`
  const line = `${loan.loanNumber},B-${number},${loan.borrowerName},Modal Usaha,${terms},${words},${offer},${consent}`
  return { loan, line }
}

/** The business day in Jakarta this number of days from today. */
export function businessDay(days: number): string {
  const jakarta = Date.now() + 7 * 3_600_000 + days * 86_400_000
  return new Date(jakarta).toISOString().slice(0, 10)
}
