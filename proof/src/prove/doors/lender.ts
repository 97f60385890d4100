import type { System } from '../system/system.ts'
import { type Answer, ask, insist } from './insist.ts'

export type Account = { number: string; holder: string; code: string; method: 1 | 2 }
export type LenderFacts = {
  name: string
  phone: string
  password: string
  numbers: Record<1 | 2, string>
  account: Account
  taxPpm: number
  limit: number
  /** Whether they fund by strategies, so that they sign by hash and fund nothing by hand but products. */
  isAutomatic: boolean
  /** Whether they have a second cash account. */
  hasAdditional: boolean
}

type Options = {
  key?: string
  /** The first attempt is aborted after this number of milliseconds. */
  cutAfterMs?: number | undefined
}

export class LenderDoor {
  readonly facts: LenderFacts
  readonly #system: System
  #token = ''
  #signer = ''
  #userId = 0

  constructor(system: System, facts: LenderFacts) {
    this.#system = system
    this.facts = facts
  }

  async logIn(): Promise<void> {
    const { phone, password } = this.facts
    const body = { phoneNumber: phone, password, type: 'lender' }
    const answer = await this.#send('POST', '/auth/login', body)
    if (answer.status !== 200) throw new Error(`login was answered ${JSON.stringify(answer)}`)
    this.#token = String(answer.body['token'])
    this.#signer = String(answer.body['digiSignId'])
    this.#userId = Number(answer.body['userId'])
  }

  get userId(): number {
    return this.#userId
  }

  summary(): Promise<Answer> {
    return this.#send('GET', '/lender/summary')
  }

  /** The newest issued statements of account. */
  statements(limit: number): Promise<Answer> {
    return this.#send('GET', `/statements?limit=${limit}&page=1`)
  }

  /** How many entries the history has of a type and status, as its screen says. */
  historyCount(type: number, status: number): Promise<number> {
    return this.#total(`/transactions?type=${type}&status=${status}&limit=1&page=1`)
  }

  /** How many fundings the portfolio has with a status, as its screen says. */
  portfolioCount(status: string): Promise<number> {
    return this.#total(`/portfolio?loanStatus=${status}&limit=1&page=1`)
  }

  async #total(path: string): Promise<number> {
    const { body } = await this.#send('GET', path)
    return (body['pagination'] as { totalData: number }).totalData
  }

  /** Generates both agreements, which a lender must open before a funding. */
  prepareAgreement(loanNumber: string, amount: number): Promise<Answer> {
    return this.#send('POST', '/funding/agreement', { loanNumber, lenderUserId: this.#userId, amount })
  }

  /** Downloads one of the two generated agreements. */
  open({ body }: Answer, kind: 'PP' | 'PPFP'): Promise<Answer> {
    return this.#send('POST', '/documents/download', { document_url: body[`${kind}_filepath`] })
  }

  fund(loan: { id: number; number: string }, amount: number, options: Options): Promise<Answer> {
    return this.#send('POST', '/funding', { loanId: loan.id, loanNumber: loan.number, amount }, options)
  }

  fundSelection(loans: readonly { loan: string; amount: number }[], options: Options): Promise<Answer> {
    const chosen = loans.map(({ loan, amount }) => ({ loanNumber: loan, amount }))
    return this.#send('POST', '/funding/selection', { loans: chosen }, options)
  }

  previewBulk(uploadId: string): Promise<Answer> {
    return this.#send('GET', `/marketplace/bulk/loan-numbers?bulk_secure_id=${uploadId}`)
  }

  /** Allows this session one action that needs the password. */
  checkPassword(): Promise<Answer> {
    return this.#send('POST', '/auth/password/validate', { password: this.facts.password })
  }

  mandate(): Promise<Answer> {
    return this.#send('GET', '/mandate')
  }

  /** Reads the text of a mandate with these ceilings, and grants it. */
  async grantMandate(largestPerLoan: number, totalBudget: number): Promise<Answer> {
    const made = await this.#send('POST', '/mandate/text', { largestPerLoan, totalBudget })
    await this.#send('POST', '/documents/download', { document_url: made.body['filepath'] })
    const { version } = made.body
    return this.#send('POST', '/mandate/grant', { version, password: this.facts.password })
  }

  strategies(): Promise<Answer> {
    return this.#send('GET', '/auto-funding/strategies')
  }

  createStrategy(grade: string, terms: object): Promise<Answer> {
    const all = { name: grade, filters: { grade }, reinvest: true, ...terms }
    return this.#send('POST', '/auto-funding/strategies', all)
  }

  endStrategy(strategyId: unknown): Promise<Answer> {
    return this.#send('PUT', '/auto-funding/strategies/state', { strategyId, state: 'ENDED' })
  }

  fundBulk(
    { uploadId, loanTypeId, total }: { uploadId: string; loanTypeId: string; total: number },
    options: Options,
  ): Promise<Answer> {
    const asked = { loan_type_secure_id: loanTypeId, loan_bulk_upload_group_id: uploadId }
    return this.#send('POST', '/funding/bulk', { ...asked, total_loan_amount: total }, options)
  }

  withdraw(amount: number, account: Account, options: Options): Promise<Answer> {
    const { number, holder, code, method } = account
    return this.#send(
      'POST',
      '/withdrawals',
      {
        accountName: holder,
        accountNumber: number,
        bankCode: code,
        amount,
        password: this.facts.password,
        reason: 'Lain-lain',
        methodPayment: method,
      },
      options,
    )
  }

  openSigning(docToken: string): Promise<Answer> {
    return this.#send('POST', '/signing/token', { docToken, digiSignId: this.#signer })
  }

  #send(method: string, path: string, body?: object, { key, cutAfterMs }: Options = {}): Promise<Answer> {
    let cut = cutAfterMs
    return insist(this.#system, `${method} ${path}`, () => {
      const limit = cut
      cut = undefined
      return ask(
        `${this.#system.origin}/api/v1${path}`,
        {
          method,
          headers: {
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        },
        limit,
      )
    })
  }
}
