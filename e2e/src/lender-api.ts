import type { EndpointAnswer, EndpointBody } from '@pematang/contract/endpoint'
import type { CompanyRole, RuleSubject } from '@pematang/contract/lenders/company/rules'
import type { EndpointsByRoute } from '@pematang/contract/endpoints'
import type { Lender } from './operator.ts'
import type { ProductAddress } from './product.ts'

type Answers = {
  [Route in keyof EndpointsByRoute]: EndpointAnswer<EndpointsByRoute[Route]>
}
/** The body of a funding request, in both variants of section 7 of the specification. */
export type FundingBody = EndpointBody<EndpointsByRoute['POST /funding']>
export type FundedLoan = Answers['POST /funding']
export type FundingState = Answers['GET /funding/status']
export type PortfolioRow = Answers['GET /portfolio']['list'][number]
export type TransactionRow = Answers['GET /transactions']['list'][number]
export type OfferedLoan = Answers['GET /marketplace']['list'][number]

/** A definite refusal, with the API's own message. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code
  }
}

/** Timeout of one call in milliseconds; after it the outcome is unknown. */
const callLimitMs = 20_000

type Call = { body?: unknown; key?: string }

/** A lender who uses the API without a browser: with a program of their own, or to verify the stored data. */
export class LenderApi {
  readonly #address: ProductAddress
  readonly #token: string
  readonly userId: number
  readonly digiSignId: string

  private constructor(address: ProductAddress, session: Answers['POST /auth/login']) {
    this.#address = address
    this.#token = session.token
    this.userId = session.userId
    this.digiSignId = session.digiSignId
  }

  static async logIn(
    address: ProductAddress,
    { phone, password }: Pick<Lender, 'phone' | 'password'>,
  ): Promise<LenderApi> {
    const body = { phoneNumber: phone, password, type: 'lender' }
    const session = await request<Answers['POST /auth/login']>(address, 'POST', '/auth/login', { body })
    return new LenderApi(address, session)
  }

  async summary(): Promise<Answers['GET /lender/summary']> {
    return this.#call('GET /lender/summary', '')
  }

  /** Makes any call that only reads, e.g. `read('GET /portfolio/detail', { propertyLenderId, limit: 100 })`. */
  async read<R extends keyof Answers & `GET ${string}`>(
    route: R,
    query: Record<string, string | number> = {},
  ): Promise<Answers[R]> {
    const texts = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
    return this.#call(route, `?${new URLSearchParams(texts).toString()}`)
  }

  /** All waiting and settled fundings, from every page. */
  async portfolio(): Promise<PortfolioRow[]> {
    return this.#all<PortfolioRow>('/portfolio')
  }

  async transactions(): Promise<TransactionRow[]> {
    return this.#all<TransactionRow>('/transactions')
  }

  async #all<Row>(path: string): Promise<Row[]> {
    type Page = { list: Row[]; pagination: { totalPage: number } }
    const rows: Row[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.#send<Page>('GET', `${path}?limit=100&page=${page}`)
      rows.push(...answer.list)
      if (page >= answer.pagination.totalPage) return rows
    }
  }

  /** Finds a loan of the marketplace, among the loans with its tenor. */
  async offered(loan: { loanNumber: string; tenor: number }): Promise<OfferedLoan | null> {
    const query = `?flag=web&limit=100&page=1&tenor=${loan.tenor}`
    const { list } = await this.#call('GET /marketplace', query)
    return list.find((one) => one.loanNumber === loan.loanNumber) ?? null
  }

  /** Generates and opens both agreements, which every funding requires. */
  async prepareAgreement(loanNumber: string, amount: number): Promise<Answers['POST /funding/agreement']> {
    const body = { loanNumber, lenderUserId: this.userId, amount }
    const prepared = await this.#call('POST /funding/agreement', '', { body })
    await Promise.all([prepared.PP_filepath, prepared.PPFP_filepath].map((path) => this.download(path)))
    return prepared
  }

  /** @throws Refused, or any other error when the outcome is unknown */
  async fund(body: FundingBody, key: string): Promise<FundedLoan> {
    return this.#call('POST /funding', '', { body: body, key })
  }

  /**
   * Checks the password and funds everything open of a bulk product.
   * @returns the number of the bulk funding
   */
  async fundProduct({ number }: { number: string }, password: string): Promise<string> {
    await this.#call('POST /auth/password/validate', '', { body: { password } })
    const { bulkList } = await this.read('GET /marketplace/bulk', { flag: 'web', limit: 100 })
    const product = bulkList.find(({ uploadTransactionNumber }) => uploadTransactionNumber === number)
    if (!product) throw new Error(`${number} is not offered`)
    const { preview_sha256 } = await this.read('GET /marketplace/bulk/loan-numbers', {
      bulk_secure_id: product.uploadId,
    })
    const body = {
      loan_type_secure_id: String(product.loanTypeId),
      loan_bulk_upload_group_id: product.uploadId,
      preview_sha256,
    }
    const { bulkFundingNumber } = await this.#call('POST /funding/bulk', '', { body, key: `bulk-${number}` })
    return bulkFundingNumber
  }

  /** Invites a person to this company by e-mail, after the password. */
  async inviteMember(
    {
      name,
      phone,
      email,
      roles,
    }: { name: string; phone: string; email: string; roles: readonly CompanyRole[] },
    password: string,
  ): Promise<void> {
    await this.#call('POST /auth/password/validate', '', { body: { password } })
    const body = { name, phoneNumber: phone, email, roles, isSignatory: false, by: 'EMAIL' }
    await this.#call('POST /company/members', '', { body, key: `invite-${phone}` })
  }

  /** Asks for as many decisions on these subjects, of any sum, after the password. */
  async setRules(subjects: readonly RuleSubject[], deciders: number, password: string): Promise<void> {
    await this.#call('POST /auth/password/validate', '', { body: { password } })
    const rules = subjects.map((subject) => ({ subject, from: null, deciders, hours: 72 }))
    await this.#call('POST /company/rules', '', { body: { rules } })
  }

  /** @returns the bytes of a document */
  async download(documentUrl: string): Promise<Buffer> {
    const response = await fetch(`${this.#address.origin}/api/v1/documents/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ document_url: documentUrl }),
      signal: AbortSignal.timeout(callLimitMs),
    })
    if (!response.ok) throw refusalOf(response.status, await response.text())
    return Buffer.from(await response.arrayBuffer())
  }

  async fundingState(docToken: string): Promise<FundingState> {
    return this.#call('GET /funding/status', `?docToken=${docToken}`)
  }

  /** Requests the URL of the provider's page. The signer is this lender unless another is given. */
  async openSigning(docToken: string, digiSignId = this.digiSignId): Promise<string> {
    const { url } = await this.#call('POST /signing/token', '', { body: { docToken, digiSignId } })
    return url
  }

  /** Opens the provider's page and signs there, as the page itself does. */
  async sign({ docToken }: Pick<FundedLoan, 'docToken'>, pin = '123456'): Promise<void> {
    const url = await this.openSigning(docToken)
    const answer = await fetch(`${url}/sign`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      body: JSON.stringify({ pin }),
      signal: AbortSignal.timeout(callLimitMs),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`the provider answered ${answer.status}: ${said}`)
  }

  /** Ends the session on the server; a browser with the same token is not notified. */
  async logOut(): Promise<void> {
    await this.#call('POST /auth/logout', '')
  }

  #call<R extends keyof Answers>(route: R, query: string, call: Call = {}): Promise<Answers[R]> {
    const [method = 'GET', path = ''] = route.split(' ')
    return this.#send<Answers[R]>(method, `${path}${query}`, call)
  }

  #send<Answer>(method: string, path: string, call: Call = {}): Promise<Answer> {
    return request<Answer>(this.#address, method, path, { ...call, token: this.#token })
  }
}

/** Accepts the invitation of this link with a first password. */
export async function acceptAsMember(
  address: ProductAddress,
  token: string,
  newPassword: string,
): Promise<void> {
  const body = { token, newPassword, confirmPassword: newPassword }
  await request(address, 'POST', '/company/invitation/accept', { body })
}

/** Ends the session of a browser: its token becomes invalid, and the browser is not notified. */
export async function endSession(address: ProductAddress, token: string): Promise<void> {
  await request(address, 'POST', '/auth/logout', { token })
}

/** The answer is cast to the shape in the contract: the server serialises only declared fields. */
async function request<Answer>(
  { origin }: ProductAddress,
  method: string,
  path: string,
  { body, key, token }: Call & { token?: string },
): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(callLimitMs),
  })
  const said = await response.text()
  if (response.ok) return JSON.parse(said)
  throw refusalOf(response.status, said)
}

function refusalOf(status: number, said: string): Refused {
  const refusal: { code?: string; message?: string } = JSON.parse(said)
  return new Refused(status, refusal.code ?? '', refusal.message ?? '')
}
