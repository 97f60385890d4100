/** Services of SNAP by their two digits (Standar Nasional Open API Pembayaran). */
export const services = {
  token: '73',
  bankStatement: '14',
  accountInquiryInternal: '15',
  accountInquiryExternal: '16',
  transferIntrabank: '17',
  transferInterbank: '18',
  virtualAccountInquiry: '24',
  virtualAccountPayment: '25',
  transferStatus: '36',
} as const
export type Service = (typeof services)[keyof typeof services]

/** Outcomes of a call: HTTP status, last two digits of the code, and the standard's message. */
export const cases = {
  SUCCESSFUL: { status: 200, case: '00', message: 'Successful' },
  BAD_REQUEST: { status: 400, case: '00', message: 'Bad Request' },
  FIELD_FORMAT: { status: 400, case: '01', message: 'Invalid Field Format' },
  FIELD_MISSING: { status: 400, case: '02', message: 'Invalid Mandatory Field' },
  UNAUTHORIZED: { status: 401, case: '00', message: 'Unauthorized' },
  TOKEN_INVALID: { status: 401, case: '01', message: 'Invalid Token (B2B)' },
  ACCOUNT_UNKNOWN: { status: 404, case: '12', message: 'Invalid Bill/Virtual Account' },
  AMOUNT_INVALID: { status: 404, case: '13', message: 'Invalid Amount' },
  PAID: { status: 404, case: '14', message: 'Paid Bill' },
  INCONSISTENT: { status: 404, case: '18', message: 'Inconsistent Request' },
  EXPIRED: { status: 404, case: '19', message: 'Invalid Bill/Virtual Account' },
  EXTERNAL_ID_USED: { status: 409, case: '00', message: 'Conflict' },
  REFERENCE_USED: { status: 409, case: '01', message: 'Duplicate partnerReferenceNo' },
  TOO_MANY: { status: 429, case: '00', message: 'Too Many Requests' },
  GENERAL_ERROR: { status: 500, case: '00', message: 'General Error' },
  TIMEOUT: { status: 504, case: '00', message: 'Timeout' },
} as const
export type Case = keyof typeof cases

/** The seven-digit response code: HTTP status, service, case, e.g. 2002500. */
export const responseCode = (service: Service, name: Case): string =>
  `${cases[name].status}${service}${cases[name].case}`

/** The fields that every answer begins with. `detail` names the cause of the error, e.g. the field. */
export const responseHead = (service: Service, name: Case, detail?: string) => ({
  responseCode: responseCode(service, name),
  responseMessage: detail === undefined ? cases[name].message : `${cases[name].message} ${detail}`,
})

/** A refusal of a SNAP call. `detail` is sent to the caller and must contain no secret and no amount. */
export class SnapRefusal extends Error {
  readonly case: Case
  readonly detail: string | undefined

  constructor(name: Case, detail?: string) {
    super(detail === undefined ? name : `${name} ${detail}`)
    this.name = 'SnapRefusal'
    this.case = name
    this.detail = detail
  }
}
