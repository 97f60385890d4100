import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sessionOn } from './operator-session.ts'
import type { ProductAddress } from './product.ts'

/** A lender that a test made for itself. `contact` acts for a company; of a person it is the name itself. */
export type Lender = {
  phone: string
  password: string
  name: string
  contact: string
  email: string
  cash: number
}

/** A loan that a test made for itself. Amounts in whole rupiah. */
export type Loan = {
  loanNumber: string
  borrowerName: string
  total: number
  minimum: number
  /** In months; the marketplace can be filtered by it. */
  tenor: number
}

/** A bulk product that a test made for itself, with its loans in the order of their numbers. */
export type MadeProduct = { number: string; partner: string; loans: Loan[] }

export type LoanWish = Partial<Omit<Loan, 'loanNumber'>> & { purpose?: string; grade?: string; days?: number }

const password = 'Pematang2026'

/** The operator's command line on the data of one product. */
export class Operator {
  readonly #address: ProductAddress

  constructor(address: ProductAddress) {
    this.#address = address
  }

  /** Registers a lender, and tops up `cash` rupiah through a bank payment. */
  async makeLender({
    cash = 50_000_000,
    company,
  }: {
    cash?: number
    company?: string
  } = {}): Promise<Lender> {
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
    await this.run(
      ['lenders', 'create', ...facts, ...(company ? ['--company', company] : [])],
      `${password}\n`,
    )
    if (cash > 0) {
      const payment = ['--amount', String(cash), '--payment', `e2e-${phone}`]
      await this.run(['lenders', 'top-up', '--phone', phone, ...payment])
    }
    return lender
  }

  /** Says that a lender is offered bulk products. */
  async offerProducts({ phone }: Pick<Lender, 'phone'>): Promise<void> {
    await this.run(['lenders', 'bulk-funding', 'on', '--phone', phone])
  }

  /** Imports loans from a file as an operator has it, and offers them. `days` left until the offer ends. */
  async makeLoans(wishes: readonly LoanWish[]): Promise<Loan[]> {
    const loans = wishes.map((wish) => completeLoan(wish))
    await this.#withFile(loans, async (file) => {
      await this.run(['loans', 'import', file])
      await this.run(['loans', 'publish', ...loans.map(({ loan }) => loan.loanNumber)])
    })
    return loans.map(({ loan }) => loan)
  }

  /** Uploads loans as one product, and offers it. */
  async makeProduct(wishes: readonly LoanWish[]): Promise<MadeProduct> {
    const start = randomInt(10 ** 8, 10 ** 9)
    const loans = wishes.map((wish, index) => completeLoan(wish, start + index))
    const number = `PRD-${randomInt(10 ** 8, 10 ** 9)}`
    const partner = `Koperasi Uji ${number.slice(-5)}`
    await this.#withFile(loans, async (file) => {
      await this.run(['products', 'upload', file, '--number', number, '--partner', partner])
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

  /** Every broken invariant of the books; none when they are whole. */
  async auditBooks(): Promise<unknown[]> {
    const { data } = await this.#call(['books', 'audit'])
    if (typeof data === 'object' && data !== null && 'breaches' in data && Array.isArray(data.breaches)) {
      return data.breaches
    }
    throw new Error(`books audit answered ${JSON.stringify(data)}`)
  }

  /**
   * Runs one command to its end.
   *
   * @param input what it reads from standard input
   * @returns what it answers with --json
   * @throws Error with its words unless it ends with exit code 0
   */
  async run(args: readonly string[], input = ''): Promise<unknown> {
    const { code, data, said } = await this.#call(args, input)
    if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}: ${said}`)
    return data
  }

  async #call(args: readonly string[], input = ''): Promise<Answer> {
    const { code, out, err } = await sessionOn(this.#address).run(['--json', ...args], input)
    const data: unknown = out.trim() === '' ? null : JSON.parse(out)
    return { code, data, said: `${out}${err}`.trim() }
  }
}

/** How a command ended: its exit code, its JSON, and all its words. */
type Answer = { code: number; data: unknown; said: string }

const header =
  'loan_number,borrower_number,borrower_name,loan_type,total_loan,minimum_funding,interest,interest_type,tenor,' +
  'tenor_period,grade,grade_description,purpose,marketing_title,marketing_detail,offer_from,offer_until'

function completeLoan(wish: LoanWish, number = randomInt(10 ** 8, 10 ** 9)): { loan: Loan; line: string } {
  const loan: Loan = {
    loanNumber: `E2E-${number}`,
    borrowerName: wish.borrowerName ?? `Toko Uji ${number}`,
    total: wish.total ?? 20_000_000,
    minimum: wish.minimum ?? 500_000,
    // Tenors that the demo's loans do not have.
    tenor: wish.tenor ?? randomInt(13, 24),
  }
  const terms = `${loan.total},${loan.minimum},0.1122,ANNUITY,${loan.tenor},MONTH`
  const words = `${wish.grade ?? ''},${wish.grade ? 'Risiko sedang' : ''},${wish.purpose ?? ''},Uji perjalanan,`
  const offer = `${businessDay(-1)},${businessDay(wish.days ?? 20)}`
  const line = `${loan.loanNumber},B-${number},${loan.borrowerName},Modal Usaha,${terms},${words},${offer}`
  return { loan, line }
}

/** The business day in Jakarta, so many days from today. */
export function businessDay(days: number): string {
  const jakarta = Date.now() + 7 * 3_600_000 + days * 86_400_000
  return new Date(jakarta).toISOString().slice(0, 10)
}
