/** The SNAP services that the bank answers, by their two-digit code. */
export type Service = '14' | '15' | '16' | '17' | '18' | '36' | '73'

/** HTTP status, last two digits of the response code, and message of each outcome in the SNAP standard. */
const OUTCOMES = {
  ok: [200, '00', 'Successful'],
  inProgress: [202, '00', 'Request In Progress'],
  badRequest: [400, '00', 'Bad Request'],
  fieldFormat: [400, '01', 'Invalid Field Format'],
  fieldMissing: [400, '02', 'Invalid Mandatory Field'],
  unauthorized: [401, '00', 'Unauthorized'],
  tokenInvalid: [401, '01', 'Invalid Token (B2B)'],
  fundsInsufficient: [403, '14', 'Insufficient Funds'],
  accountInactive: [403, '18', 'Inactive Card/Account/Customer'],
  transactionUnknown: [404, '01', 'Transaction Not Found'],
  accountUnknown: [404, '11', 'Invalid Card/Account/Customer'],
  inconsistent: [404, '18', 'Inconsistent Request'],
  externalIdUsed: [409, '00', 'Conflict'],
  referenceUsed: [409, '01', 'Duplicate partnerReferenceNo'],
  generalError: [500, '00', 'General Error'],
  timeout: [504, '00', 'Timeout'],
} as const
export type Outcome = keyof typeof OUTCOMES

/** The answer to a call; `cut` closes the connection without an answer. */
export type Answer = { status: number; body: object } | 'cut'

/** Builds an answer of a service: its code of seven digits, e.g. 2001700, and its fields. */
export function answer(service: Service, outcome: Outcome, fields: object = {}, detail = ''): Answer {
  const [status, digits, words] = OUTCOMES[outcome]
  const responseMessage = detail === '' ? words : `${words} ${detail}`
  return { status, body: { responseCode: `${status}${service}${digits}`, responseMessage, ...fields } }
}

/** A refused call; `detail` names the field or header. */
export class SnapError extends Error {
  readonly outcome: Outcome
  readonly detail: string

  constructor(outcome: Outcome, detail = '') {
    super(`${outcome} ${detail}`)
    this.name = 'SnapError'
    this.outcome = outcome
    this.detail = detail
  }
}
